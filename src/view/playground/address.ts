/** Bytes in an address: deflated, as base64url. */

async function through(bytes: Uint8Array, stream: GenericTransformStream): Promise<Uint8Array<ArrayBuffer>> {
  const piped = new Blob([Uint8Array.from(bytes)]).stream().pipeThrough(stream as TransformStream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

export async function packed(bytes: Uint8Array): Promise<string> {
  const deflated = await through(bytes, new CompressionStream('deflate-raw'));
  const letters = Array.from(deflated, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

export function unpacked(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return through(bytes, new DecompressionStream('deflate-raw'));
}
