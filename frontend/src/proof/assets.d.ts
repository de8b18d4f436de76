declare module 'virtual:proof-assets' {
	const addresses: { python: string; rules: string; bytes: number };
	export default addresses;
}
