/**
 * Computes the size of a page image from a requested width, height, or both (specification, "Query parameters of
 * page-images").
 */

/**
 * If only one of width and height is requested, the image is scaled to it. If both are requested, the larger number
 * applies; if they are equal, it applies to the long side. The aspect ratio is kept, and an image is never enlarged.
 * @param image size of the image in pixels
 * @param requested requested size in pixels
 * @returns size in pixels, at least 1 × 1
 */
export function scaledDown(
  image: { readonly width: number; readonly height: number },
  requested: { readonly width?: number | undefined; readonly height?: number | undefined },
): { width: number; height: number } {
  const scale = Math.min(
    1,
    followsWidth(image, requested)
      ? (requested.width ?? image.width) / image.width
      : (requested.height ?? image.height) / image.height,
  );
  return { width: Math.max(1, Math.round(image.width * scale)), height: Math.max(1, Math.round(image.height * scale)) };
}

function followsWidth(
  image: { readonly width: number; readonly height: number },
  { width, height }: { readonly width?: number | undefined; readonly height?: number | undefined },
): boolean {
  if (height === undefined) return true;
  if (width === undefined) return false;
  return width === height ? image.width >= image.height : width > height;
}
