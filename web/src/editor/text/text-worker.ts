/** Reads the OCR result beside the page: tens of megabytes of JSON would stop it for a second. */
import { TextIndex } from './text-index.ts';
import type { OcrResult, PageText } from './text-index.ts';
import type { PageHit } from './find-text.ts';

export type TextRequest =
  | { readonly type: 'load'; readonly id: number; readonly json: ArrayBuffer }
  | { readonly type: 'find'; readonly id: number; readonly query: string }
  | { readonly type: 'page'; readonly id: number; readonly page: number };

export type TextAnswer =
  | { readonly id: number; readonly value: null | readonly PageHit[] | PageText }
  | { readonly id: number; readonly error: string };

let index: TextIndex | undefined;

const answer = (request: TextRequest): null | readonly PageHit[] | PageText => {
  switch (request.type) {
    case 'load':
      // The API's own result.
      index = new TextIndex(JSON.parse(new TextDecoder().decode(request.json)) as OcrResult);
      return null;
    case 'find':
      return index?.find(request.query) ?? [];
    case 'page':
      return index?.page(request.page) ?? null;
  }
};

self.addEventListener('message', ({ data }: MessageEvent<TextRequest>) => {
  try {
    self.postMessage({ id: data.id, value: answer(data) } satisfies TextAnswer);
  } catch (error) {
    self.postMessage({ id: data.id, error: String(error) } satisfies TextAnswer);
  }
});
