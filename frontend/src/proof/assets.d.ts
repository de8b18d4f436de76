declare module 'virtual:proof-assets' {
	const addresses: { python: string; rules: string };
	export default addresses;
}
