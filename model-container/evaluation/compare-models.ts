/** Compares all models that were evaluated on the same held-out documents, two by two. */
import { compareErrors, metricsOf } from './evaluate-streams.ts';
import type { Decisions } from './evaluate-streams.ts';
import { metricsForReport } from './report-figures.ts';
import type { TrainingReport } from './report.ts';

export interface ComparedModel {
  readonly version: string;
  /** On the same gaps as those of the other models, in the same order. */
  readonly decisions: Decisions;
}

/** @param models  in their order in time: each pair is given once, the earlier model as its base */
export const compareModels = (models: readonly ComparedModel[], seed: number): TrainingReport['compared'] => ({
  models: models.map(({ version, decisions }) => ({
    model_version: version,
    ...metricsForReport(metricsOf(decisions, seed)),
  })),
  pairs: models.flatMap((base, at) =>
    models.slice(at + 1).map((candidate) => {
      const { change, interval } = compareErrors(base.decisions, candidate.decisions, seed);
      return {
        base: base.version,
        candidate: candidate.version,
        error_change: change,
        error_change_interval: interval,
      };
    }),
  ),
});
