/** Blobs of the site. */
export const blobsOf = (urls: readonly string[]): Promise<Uint8Array[]> =>
  Promise.all(
    urls.map(async (url) => {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`${url}: the server answers ${response.status}`);
      return new Uint8Array(await response.arrayBuffer());
    }),
  );
