/** In place of core/files/regular.ts: files by their paths, from memory or a server. */
export const folder: { read(path: string): Promise<Uint8Array> } = {
  read: (path) => Promise.reject(new Error(`${path} is missing`)),
};

export const readSmall = () => undefined;

export async function withRegular<T>(path: string, read: (handle: unknown, size: number) => Promise<T>): Promise<T> {
  const bytes = await folder.read(path);
  return read({ readFile: async () => bytes }, bytes.length);
}
