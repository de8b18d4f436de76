/** Contrast of two opaque colors as WCAG 2 defines it: 1 (same) to 21 (black on white). */
export function contrast(first: string, second: string): number {
	const [low, high] = [luminance(first), luminance(second)].sort((a, b) => a - b) as [
		number,
		number,
	];
	return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string): number {
	const [red, green, blue] = [1, 3, 5].map((at) => {
		const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	}) as [number, number, number];
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
