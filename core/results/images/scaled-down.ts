/** How large a page image is that was asked for in a width, a height, or both (specification, "Query parameters of page-images"). */

/**
 * One of the two given: that one is followed. Both given: the larger number of the two is followed, and where they
 * are equal the image's long side. The aspect ratio is kept, and no image is ever made larger than it is.
 * @param image pixels of the image as it is
 * @returns pixels, at least 1 by 1
 */
export function scaledDown(
  image: { readonly width: number; readonly height: number },
  asked: { readonly width?: number | undefined; readonly height?: number | undefined },
): { width: number; height: number } {
  const scale = Math.min(
    1,
    followsWidth(image, asked)
      ? (asked.width ?? image.width) / image.width
      : (asked.height ?? image.height) / image.height,
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
