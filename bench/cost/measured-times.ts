/** How long the steps take: measured here, and, where AWS is in it, assumed until somebody measures it there. */

/** Of one 2.5 GHz x86 core of two shared ones, November 2026. A core of Lambda's arm64 is taken to be as fast, which nobody has measured. */
export const MEASURED_ON = 'a 2.5 GHz x86 core';

/** Milliseconds of processor time, as `npm run bench:throughput` and `bench:memory` print them. */
export const PROCESSOR_MS = {
  ocrPage: 1170,
  /** Reading its text layer 16, its texts and extraction 6. */
  textLayerPage: 22,
  inspectDocument: 250,
  modelPage: 5,
  buildDocument: 250,
  buildPage: 2,
} as const;

/** Milliseconds that a function waits for a service of AWS or does small work: assumed. */
export const ASSUMED_MS = {
  readBlob: 25,
  writeBlob: 40,
  readRow: 6,
  writeRows: 15,
  /** The endpoint's HTTP and JSON, beside the model. */
  callEndpoint: 60,
  authorise: 20,
  answer: 30,
  /** Complete and RecordFailure, on their fraction of a core. */
  lightStep: 60,
  /** Between two states of an execution. */
  transition: 35,
  /** Until a Distributed Map has started its first child. */
  startDistributedMap: 1500,
  sweep: 400,
} as const;

/** Milliseconds of a function's or container's first call: assumed. The parsers' function loads its package and starts a child. */
export const COLD_START_MS = { light: 600, parsers: 2500, endpoint: 12_000 } as const;

/** Seconds an idle function or container stays warm: assumed, AWS does not say. */
export const STAYS_WARM_S = { function: 600, endpoint: 600 } as const;

/** Bytes. The texts are measured over 20 scanned letters; the uploads are assumed: a grey scan, a page of an office document. */
export const PAGE_BYTES = {
  ocrUpload: 250_000,
  textLayerUpload: 60_000,
  records: 45_000,
  ocr: 33_000,
  hocr: 66_000,
} as const;
