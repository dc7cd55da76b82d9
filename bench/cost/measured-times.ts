/**
 * Durations of the steps: measured processor times, and assumed times of AWS services, which are not measured yet.
 * Measured on one of two shared 2.5 GHz x86 cores, November 2026. A core of Lambda on arm64 is assumed to be as fast.
 */

/** Processor times in milliseconds, from `npm run bench:throughput` and `npm run bench:memory`. */
export const PROCESSOR_MS = {
  ocrPage: 1170,
  /** Text layer 16 ms, texts and extraction 6 ms. */
  textLayerPage: 22,
  inspectDocument: 250,
  modelPage: 5,
  buildDocument: 250,
  buildPage: 2,
} as const;

/** Assumed times in milliseconds of calls to AWS services and of small tasks. */
export const ASSUMED_MS = {
  readBlob: 25,
  writeBlob: 40,
  readRow: 6,
  writeRows: 15,
  /** HTTP and JSON of an endpoint call, without the model. */
  callEndpoint: 60,
  /** Signing URLs, and the call of Parse without its work. */
  callParse: 30,
  authorise: 20,
  answer: 30,
  /** Complete and RecordFailure, on a fraction of a core. */
  lightStep: 60,
  /** Between two states of an execution. */
  transition: 35,
  /** Until a Distributed Map has started its first child execution. */
  startDistributedMap: 1500,
  sweep: 400,
} as const;

/**
 * Cold starts in milliseconds. `npm run bench:cold-start` measures what a function's own code takes; what AWS takes before
 * it is assumed: 200 ms to create an environment and fetch 0.7 MB, 500 ms with the 32 MB of Parse. Assumed too: a function
 * has a whole core while it initialises, as others have observed, and then the share of one that its memory gives it.
 * `light`: 200, initialisation 225, first event 120 of a core, which 512 MB give in 350.
 * `parsers`: 500, initialisation 150, child process and its engines 200, language data and its models 650 (assumed).
 * `endpoint`: assumed. The container's own program answers after 400 (measured); the rest is SageMaker's.
 */
export const COLD_START_MS = { light: 775, parsers: 1500, endpoint: 12_000 } as const;

/** Assumed times in seconds that an idle function or container stays warm; AWS does not document them. */
export const STAYS_WARM_S = { function: 600, endpoint: 600 } as const;

/**
 * Sizes per page in bytes. Texts are measured on 20 scanned letters; uploads are assumed: a grey scan, a page of an
 * office document.
 */
export const PAGE_BYTES = {
  ocrUpload: 250_000,
  textLayerUpload: 60_000,
  records: 45_000,
  ocr: 33_000,
  hocr: 66_000,
} as const;
