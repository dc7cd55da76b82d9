/** What an OCR engine makes of an image file. */
export interface Reading {
  readonly text: string;
  /** Processor time, with opening and decoding of the file. */
  readonly milliseconds: number;
}
