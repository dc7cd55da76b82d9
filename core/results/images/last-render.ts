/** A reader that keeps its last render: the crops of a page are cut out of one render. */
import type { DocumentReader, PageSize } from '../../documents/formats/document-reader.ts';
import type { RasterImage } from '../../ocr/raster-image.ts';

export class LastRender implements Pick<DocumentReader, 'render' | 'pageSize'> {
  readonly #reader: DocumentReader;
  #last: { readonly of: string; readonly image: RasterImage } | undefined;

  constructor(reader: DocumentReader) {
    this.#reader = reader;
  }

  pageSize(page: number): Promise<PageSize> {
    return this.#reader.pageSize(page);
  }

  async render(page: number, size: { width: number; height: number }, channels: 1 | 3): Promise<RasterImage> {
    const of = `${page} ${size.width} ${size.height} ${channels}`;
    if (this.#last?.of === of) return this.#last.image;
    // Two pages of 25 million pixels are not in memory at once.
    this.#last = undefined;
    const image = await this.#reader.render(page, size, channels);
    this.#last = { of, image };
    return image;
  }
}
