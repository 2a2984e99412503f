/** Sizes of pictures from their first bytes, so that none is decoded that would take all memory. */

/** Pixels of a picture: 8192 x 8192. */
const MOST_PIXELS = 2 ** 26;
/** Pixels of all pictures of a map, which stay decoded: 512 MB. */
const MOST_PIXELS_TOGETHER = 2 ** 27;

/** @returns undefined unless it is a PNG, GIF, BMP, WebP or JPEG: a picture in SVG could run scripts */
export function imageSize(bytes: Uint8Array): [width: number, height: number] | undefined {
  if (bytes.length < 30) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [first, second] = [view.getUint32(0), view.getUint32(8)];
  if (first === 0x89504e47) return [view.getUint32(16), view.getUint32(20)];
  if (first === 0x47494638) return [view.getUint16(6, true), view.getUint16(8, true)];
  if (first >>> 16 === 0x424d) return [view.getInt32(18, true), Math.abs(view.getInt32(22, true))];
  if (first === 0x52494646 && second === 0x57454250) return webp(view);
  return first >>> 16 === 0xffd8 ? jpeg(view) : undefined;
}

function webp(view: DataView): [number, number] | undefined {
  const kind = view.getUint32(12);
  if (kind === 0x56503858) return [1 + (view.getUint32(24, true) & 0xffffff), 1 + (view.getUint32(26, true) >>> 8)];
  if (kind === 0x56503820) return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
  const bits = view.getUint32(21, true);
  return kind === 0x5650384c ? [1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff)] : undefined;
}

/** The size is in the first frame header, after markers with their lengths. */
function jpeg(view: DataView): [number, number] | undefined {
  for (let at = 2; at + 9 < view.byteLength; ) {
    const marker = view.getUint16(at);
    if (marker >>> 8 !== 0xff) return undefined;
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return [view.getUint16(at + 7), view.getUint16(at + 5)];
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** Why a picture is not shown; undefined if it is. */
export function imageFault(bytes: Uint8Array): string | undefined {
  const size = imageSize(bytes);
  if (!size) return 'not a PNG, JPEG, GIF, WebP or BMP';
  const [width, height] = size;
  return !(width > 0 && height > 0) || width * height > MOST_PIXELS ? `${width} x ${height} pixels` : undefined;
}

/** Pictures of a map, until they have more pixels than a page can keep. */
export class Pictures {
  private left = MOST_PIXELS_TOGETHER;

  /** Why one more is not shown; undefined if it is. */
  faultOf(bytes: Uint8Array): string | undefined {
    const fault = imageFault(bytes);
    if (fault) return fault;
    const [width, height] = imageSize(bytes) ?? [0, 0];
    if (width * height > this.left) return `the pictures have more than ${MOST_PIXELS_TOGETHER} pixels together`;
    this.left -= width * height;
    return undefined;
  }
}
