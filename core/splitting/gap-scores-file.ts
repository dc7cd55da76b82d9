/** gap-scores.json of a request: what the split model has answered. It exists where a gap was scored. */
import { z } from 'zod';
import type { BlobStore, GapScores } from '../ports.ts';
import { findJsonBlob, writeJsonBlob } from '../storage/json-blob.ts';

const gapScoresSchema = z.object({
  probabilities: z.array(z.number()),
  modelVersion: z.string(),
  /** Absent in files of earlier releases, and where an endpoint of one has answered. */
  modelDigest: z.string().optional(),
});

/** @param key  of the file */
export const findGapScores = (blobs: BlobStore, key: string): Promise<GapScores | undefined> =>
  findJsonBlob(blobs, key, gapScoresSchema);

/** @param key  of the file */
export const writeGapScores = (blobs: BlobStore, key: string, scores: GapScores): Promise<void> =>
  writeJsonBlob(blobs, key, scores);
