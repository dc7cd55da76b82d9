/** What a workflow's correction learns from few documents, and from documents whose boundaries a person confirmed. */
import { describe, expect, it } from 'vitest';
import { correctedLogOdds } from '../../../../model-container/classifiers/workflow/correction.ts';
import { correctionInputs } from '../../../../model-container/classifiers/workflow/gap-inputs.ts';
import { pageTypeLogOdds } from '../../../../model-container/classifiers/workflow/page-type-classifier.ts';
import { buildTrainingSet, fitCorrection } from '../../../../model-container/training/fine-tuning/fit-correction.ts';
import type { PreparedDocument } from '../../../../model-container/training/fine-tuning/prepared-documents.ts';
import type { StreamGap } from '../../../../model-container/training/fine-tuning/stream-rows.ts';
import { drawSeen } from '../fine-tuning/draw-prepared-document.ts';

const NO_FEATURES = new Float32Array(3);
const [FIRST_PAGE, LAST_PAGE] = [Int32Array.of(1), Int32Array.of(2)];

const gapOf = (left: number, right: number): StreamGap => ({
  left,
  right,
  leftPlace: left === right ? 0 : 1,
  label: left === right ? 0 : 1,
  features: NO_FEATURES,
  baseLogOdds: 0.5,
  hashedFeatures: left === right ? [FIRST_PAGE, LAST_PAGE] : [LAST_PAGE, FIRST_PAGE],
  key: `${left} ${right}`,
});

/** A stream of documents of two pages in this order. */
const streamOf = (documents: readonly PreparedDocument[]): StreamGap[] =>
  documents.flatMap(({ number }, at) => {
    const next = documents[at + 1];
    return [gapOf(number, number), ...(next === undefined ? [] : [gapOf(number, next.number)])];
  });

const twoPages = (number: number, verified = false) =>
  drawSeen(number, { verified, pages: [[...FIRST_PAGE], [...LAST_PAGE]] });

describe('the correction of a workflow', () => {
  it('makes a boundary likelier before a page like known first pages, after five documents', () => {
    const documents = [0, 1, 2, 3, 4].map((number) => twoPages(number));
    const trainingSet = buildTrainingSet(documents, [streamOf(documents)], []);
    const { correction, pageTypes } = fitCorrection(trainingSet, 100);
    const logOddsBetween = (left: Int32Array<ArrayBuffer>, right: Int32Array<ArrayBuffer>) =>
      correctedLogOdds(
        correction,
        correctionInputs(NO_FEATURES, 0, pageTypeLogOdds(pageTypes, left), pageTypeLogOdds(pageTypes, right)),
        0,
      );
    expect(logOddsBetween(LAST_PAGE, FIRST_PAGE)).toBeGreaterThan(1);
    expect(logOddsBetween(FIRST_PAGE, LAST_PAGE)).toBeLessThan(-1);
  });

  it('counts a document that a person confirmed twice, and a boundary between it and another one and a half times', () => {
    const documents = [twoPages(0, true), twoPages(1, true), twoPages(2), twoPages(3)];
    const { rows } = buildTrainingSet(documents, [streamOf(documents)], []);
    const [confirmed = Number.NaN, bothConfirmed = Number.NaN, , mixed = Number.NaN, upload = Number.NaN] = rows.map(
      ({ weight }) => weight,
    );
    const bothUploads = rows[5]?.weight ?? Number.NaN;
    expect(confirmed / upload).toBeCloseTo(2);
    expect(bothConfirmed / bothUploads).toBeCloseTo(2);
    expect(mixed / bothUploads).toBeCloseTo(1.5);
  });
});

describe('the page-type classifier of a workflow', () => {
  it('follows the confirmed documents where as many uploads say the opposite', () => {
    // The confirmed documents begin with the page that ends the uploads.
    const documents = (verified: boolean) => [
      ...[0, 1, 2].map((number) => twoPages(number, verified)),
      ...[3, 4, 5].map((number) => drawSeen(number, { pages: [[...LAST_PAGE], [...FIRST_PAGE]] })),
    ];
    const oddsOfFirst = (verified: boolean) =>
      pageTypeLogOdds(buildTrainingSet(documents(verified), [], []).pageTypes, FIRST_PAGE).first;
    expect(oddsOfFirst(false)).toBeCloseTo(0);
    expect(oddsOfFirst(true)).toBeGreaterThan(0.3);
  });
});
