/** Computes the billed quantities of a month. */
import type { StageSettings } from '../../lib/settings.ts';
import type { PriceName } from './aws-prices.ts';
import { ASSUMED_MS, COLD_START_MS, PAGE_BYTES, STAYS_WARM_S } from './measured-times.ts';
import { countPolls } from './count-polls.ts';
import { countTransitions, mapOf } from './count-transitions.ts';
import {
  ALARM_METRICS,
  DASHBOARDS,
  DELIVERIES_EVERY_MINUTES,
  DELIVERY_PARTITIONS,
  IMAGE_GB,
  LOG_METRICS,
  KMS_KEYS,
  METRICS_A_METHOD,
  SWEEP_EVERY_MINUTES,
  TRAIL_FILES_AN_HOUR,
  WEB_ACL_RULES,
  WEB_ACLS,
  WORKLOADS,
} from './deployed-design.ts';
import type { FunctionName, Workload } from './deployed-design.ts';
import { ANSWER, DELETE, FETCH_PDF, REQUESTING_STEPS, requestsOf, sumOf } from './document-requests.ts';
import type { Requests } from './document-requests.ts';
import type { DocumentShape } from './document-shape.ts';
import {
  buildResultsMs,
  chunkMs,
  completeMs,
  findBoundariesMs,
  inspectMs,
  PARSE_INSPECT_MS,
  parseChunkMs,
  parseResultsMs,
  resultMs,
  scoreMs,
} from './document-times.ts';
import { sharesOf } from './usage.ts';
import type { Usage } from './usage.ts';

export type Quantities = Readonly<Partial<Record<PriceName, number>>>;

const HOURS = 730;
const SECONDS = HOURS * 3600;
const DAYS = HOURS / 24;
const GB = 1e9;
const MB_A_GB = 1024;

/** Log sizes in bytes. A transition writes three log events without data. A data event is compressed; assumed. */
const LOG_BYTES = { transition: 1800, apiRequest: 450, blobRequest: 600, event: 500, dataEvent: 300 } as const;
/** Bytes of a row with its index entry. */
const ROW_BYTES = 2 * 1000;
/** Assumed: S3 (bucket key) and DynamoDB cache data keys. */
const KMS_REQUESTS_A_DOCUMENT = 5;
/** X-Ray's default sampling: one request per second, and this share of the others. */
const TRACED_OF_THE_REST = 0.05;
/** Called API methods: POST, GET of a result, GET of a PDF. */
const METHODS_CALLED = 3;

interface Work {
  readonly workload: Workload;
  readonly calls: number;
  /** Total of all calls. */
  readonly milliseconds: number;
}

const functionNames = Object.keys(WORKLOADS) as readonly FunctionName[]; // The object has no other members.

const work = (name: FunctionName, calls: number, millisecondsACall: number): Work => ({
  workload: WORKLOADS[name],
  calls,
  milliseconds: calls * millisecondsACall,
});

/** Number of requests that wait for the result: the POST, and GETs after each maximum wait. */
const waitingRequests = (shape: DocumentShape, maxWaitSeconds: number): number =>
  Math.max(1, Math.ceil(resultMs(shape) / (maxWaitSeconds * 1000)));

/** Number of requests of a client: until it has the result, then one for each PDF. */
const apiRequestsOf = (shape: DocumentShape, { limits }: StageSettings): number =>
  waitingRequests(shape, limits.maxWaitSeconds) + shape.found;

/** Function invocations of one document. */
const worksOf = (shape: DocumentShape, settings: StageSettings): readonly Work[] => {
  const waiting = waitingRequests(shape, settings.limits.maxWaitSeconds);
  return [
    // Upper bound: the gateway caches the authorizer's results for a minute.
    work('Authorizer', apiRequestsOf(shape, settings), ASSUMED_MS.authorise),
    work('Api', waiting, resultMs(shape) / waiting + ASSUMED_MS.answer),
    work('RenderApi', shape.found, ASSUMED_MS.answer + 2 * ASSUMED_MS.readBlob),
    work('Inspect', 1, inspectMs(shape)),
    work('Parse', 1, PARSE_INSPECT_MS),
    ...shape.chunks.flatMap((pages) => [
      work('ReadPages', 1, chunkMs(pages, shape.scanned)),
      work('Parse', 1, parseChunkMs(pages, shape.scanned)),
    ]),
    work('FindBoundaries', 1, findBoundariesMs(shape) + scoreMs(shape)),
    work('BuildResults', 1, buildResultsMs(shape)),
    ...parseResultsMs(shape).map((milliseconds) => work('Parse', 1, milliseconds)),
    work('Complete', 1, completeMs(shape)),
  ];
};

/**
 * Cold starts of one document: with random arrivals, the probability that the last document was longer ago than
 * functions stay warm.
 */
const coldWorksOf = (shape: DocumentShape, documents: number): readonly Work[] => {
  const share = Math.exp((-documents * STAYS_WARM_S.function) / SECONDS);
  const { width } = mapOf(shape.chunks.length);
  const started = {
    Authorizer: 1,
    Api: 1,
    RenderApi: 1,
    Parse: Math.min(width, shape.chunks.length),
    Inspect: 1,
    ReadPages: Math.min(width, shape.chunks.length),
    FindBoundaries: 1,
    BuildResults: 1,
    Complete: 1,
    RecordFailure: 0,
  } as const satisfies Record<FunctionName, number>;
  return functionNames.map((name) => {
    const workload = WORKLOADS[name];
    return {
      workload,
      calls: 0,
      milliseconds: started[name] * share * (workload === 'parsers' ? COLD_START_MS.parsers : COLD_START_MS.light),
    };
  });
};

const NO_REQUESTS: Requests = { blobReads: 0, blobWrites: 0, rowReads: 0, rowWrites: 0, indexWrites: 0 };

const requestsOfDocument = (shape: DocumentShape, settings: StageSettings): Requests => {
  const waiting = waitingRequests(shape, settings.limits.maxWaitSeconds);
  const fetched: readonly Requests[] = Array.from({ length: shape.found }, () => FETCH_PDF);
  const sum = sumOf([...REQUESTING_STEPS.map((step) => requestsOf(step, shape)), ANSWER, DELETE, ...fetched]);
  // Key and account are read by the authorizer and again by the function.
  const authorised = 4 * apiRequestsOf(shape, settings);
  return { ...sum, rowReads: sum.rowReads + authorised + waiting * countPolls(resultMs(shape) / waiting) };
};

/**
 * What CloudTrail records of these requests, if the stage has it record data events: each request for a file, each request
 * for rows, and the deletion of each file that was written. Upper bound: a transaction of several rows is one request.
 */
const dataEventQuantities = (
  { blobReads, blobWrites, rowReads, rowWrites }: Requests,
  { logs }: StageSettings,
): Quantities => {
  if (!logs.dataEvents) return {};
  const events = blobReads + 2 * blobWrites + rowReads + rowWrites;
  return { dataEvent: events, s3GbMonth: (events * LOG_BYTES.dataEvent * logs.keptDays) / DAYS / GB };
};

const uploadBytes = ({ pages, scanned }: DocumentShape): number =>
  pages * (scanned ? PAGE_BYTES.ocrUpload : PAGE_BYTES.textLayerUpload);
const textBytes = ({ pages }: DocumentShape): number => pages * (PAGE_BYTES.ocr + PAGE_BYTES.hocr);

/**
 * GB-months of one document: retained, then kept as noncurrent versions. The partial texts are noncurrent from the
 * start.
 */
const storedGbMonths = (shape: DocumentShape, { retainDays }: Usage, { data }: StageSettings): number => {
  const files = 2 * uploadBytes(shape) + textBytes(shape) + shape.pages * PAGE_BYTES.records;
  return (files * (retainDays + data.deletedFilesKeptDays) + textBytes(shape) * data.deletedFilesKeptDays) / DAYS / GB;
};

const functionQuantities = (works: readonly Work[], settings: StageSettings): Quantities => {
  const memoryGb = (workload: Workload): number => settings.functions[workload].memoryMb / MB_A_GB;
  const seconds = (wanted: Workload | undefined, weight: (workload: Workload) => number): number =>
    works
      .filter(({ workload }) => wanted === undefined || workload === wanted)
      .reduce((sum, { workload, milliseconds }) => sum + (milliseconds * weight(workload)) / 1000, 0);
  const gbSeconds = seconds(undefined, memoryGb);
  return {
    lambdaRequest: works.reduce((sum, { calls }) => sum + calls, 0),
    [settings.architecture === 'arm64' ? 'lambdaArmGbSecond' : 'lambdaX86GbSecond']: gbSeconds,
    lambdaStorageGbSecond: (['parsers', 'results'] as const).reduce(
      (sum, wanted) => sum + seconds(wanted, () => (settings.functions[wanted].storageMb - 512) / MB_A_GB),
      0,
    ),
  };
};

/** Quantities that are proportional to the number of documents of this shape. */
const quantitiesOfShare = (
  shape: DocumentShape,
  documents: number,
  usage: Usage,
  settings: StageSettings,
): Quantities => {
  const requests = requestsOfDocument(shape, settings);
  const apiRequests = apiRequestsOf(shape, settings);
  const transitions = countTransitions(shape.chunks.length);
  const logGb = (transitions * LOG_BYTES.transition + apiRequests * LOG_BYTES.apiRequest) / GB;
  const serverless = settings.endpoint.mode === 'serverless' ? settings.endpoint.memoryMb / MB_A_GB : 0;
  const rowMonths = (usage.retainDays / DAYS) * (ROW_BYTES / GB);
  const one: Quantities = {
    ...functionQuantities([...worksOf(shape, settings), ...coldWorksOf(shape, documents)], settings),
    stateTransition: transitions,
    s3GbMonth:
      storedGbMonths(shape, usage, settings) +
      ((requests.blobReads + requests.blobWrites) * LOG_BYTES.blobRequest * settings.logs.keptDays) / DAYS / GB,
    s3Write: requests.blobWrites,
    s3Read: requests.blobReads,
    tableRead: requests.rowReads,
    tableWrite: 2 * requests.rowWrites + requests.indexWrites,
    tableGbMonth: rowMonths,
    tableBackupGbMonth: rowMonths,
    endpointGbSecond: (serverless * scoreMs(shape)) / 1000,
    endpointGb: (shape.pages * PAGE_BYTES.records) / GB,
    apiRequest: apiRequests,
    wafRequest: settings.alwaysOn.firewall ? apiRequests : 0,
    logGb,
    logGbMonth: (logGb * settings.logs.keptDays) / DAYS,
    kmsRequest: KMS_REQUESTS_A_DOCUMENT,
    event: 1,
    eventArchiveGb: LOG_BYTES.event / GB,
    dataOutGb: (uploadBytes(shape) + shape.pages * PAGE_BYTES.ocr) / GB,
  };
  return scaled(together([one, dataEventQuantities(requests, settings)]), documents);
};

const scaled = (quantities: Quantities, factor: number): Quantities =>
  Object.fromEntries(Object.entries(quantities).map(([name, value]) => [name, value * factor]));

/** Sums by name. */
const together = (all: readonly Quantities[]): Quantities => {
  const sums: Record<string, number> = {};
  for (const quantities of all)
    for (const [name, value] of Object.entries(quantities)) sums[name] = (sums[name] ?? 0) + value;
  return sums;
};

/** Quantities without any request. */
export const quantitiesAtRest = (settings: StageSettings): Quantities => {
  const sweeps = (HOURS * 60) / SWEEP_EVERY_MINUTES;
  const deliveries = (HOURS * 60) / DELIVERIES_EVERY_MINUTES;
  const calls = sweeps + deliveries;
  const rowReads = sweeps * 4 + deliveries * DELIVERY_PARTITIONS;
  return together([
    functionQuantities([{ workload: 'light', calls, milliseconds: calls * ASSUMED_MS.sweep }], settings),
    {
      tableRead: rowReads,
      trace: calls,
      kmsKey: KMS_KEYS,
      imageGbMonth: IMAGE_GB,
      ...(settings.alwaysOn.firewall ? { wafAcl: WEB_ACLS, wafRule: WEB_ACL_RULES } : {}),
      ...(settings.alwaysOn.monitoring
        ? { alarmMetric: ALARM_METRICS, customMetric: LOG_METRICS, dashboard: DASHBOARDS }
        : {}),
      ...(settings.endpoint.mode === 'realtime'
        ? { endpointInstanceHour: settings.endpoint.instanceCount * HOURS }
        : {}),
      ...(settings.logs.dataEvents ? { s3Write: HOURS * TRAIL_FILES_AN_HOUR } : {}),
    },
    dataEventQuantities({ ...NO_REQUESTS, rowReads }, settings),
  ]);
};

/** @throws RangeError where the price of the endpoint's instance type is missing */
export const quantitiesOf = (usage: Usage, settings: StageSettings): Quantities => {
  if (settings.endpoint.mode === 'realtime' && settings.endpoint.instanceType !== 'ml.m5.large')
    throw new RangeError(`bench/cost/aws-prices.ts has no price of ${settings.endpoint.instanceType}.`);
  const grown = together(
    sharesOf(usage).map(({ shape, documents }) => quantitiesOfShare(shape, documents, usage, settings)),
  );
  const apiRequests = grown.apiRequest ?? 0;
  const busyHours = 1 - Math.exp(-apiRequests / HOURS);
  return together([
    quantitiesAtRest(settings),
    grown,
    {
      trace: Math.min(apiRequests, SECONDS) + Math.max(0, apiRequests - SECONDS) * TRACED_OF_THE_REST,
      customMetric: METHODS_CALLED * METRICS_A_METHOD * busyHours,
      mail: usage.mails,
      webRequest: usage.webRequests,
    },
  ]);
};
