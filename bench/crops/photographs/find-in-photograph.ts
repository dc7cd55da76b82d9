/** Finds the documents on a labelled photograph, as a workflow with cropping does. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { findCrops } from '../../../core/documents/crops/find-crops.ts';
import { CROP_DPI } from '../../../core/documents/crops/read-cropped-page.ts';
import { openDocument } from '../../../core/documents/formats/open-document.ts';
import { ocrPixels } from '../../../core/documents/page-pixels.ts';
import type { Quadrilateral } from '../../../core/documents/sheets/quadrilateral.ts';
import type { RasterImage } from '../../../core/ocr/raster-image.ts';
import { inPixels, matchDocuments, type Matched } from '../score.ts';
import { photographFile, type Photograph } from './read-photographs.ts';

/** A file of the list is absent, or another one has its name. */
export class WrongPhotographError extends Error {
  override readonly name = 'WrongPhotographError';
}

export interface FoundInPhotograph extends Matched {
  readonly photograph: Photograph;
  /** The page as it was looked at, in grey; the corners below are in its pixels. */
  readonly picture: RasterImage;
  readonly truth: readonly Quadrilateral[];
  readonly crops: readonly Quadrilateral[];
}

/**
 * @param folder of the files, at OWNER+NAME/PATH
 * @throws WrongPhotographError
 */
export async function findInPhotograph(folder: string, photograph: Photograph): Promise<FoundInPhotograph> {
  const file = join(folder, photographFile(photograph));
  await checkContent(file, photograph);
  const { width } = (await sharp(file).metadata()).autoOrient;
  const picture = await render(file);
  const scale = picture.width / width;
  const truth = photograph.documents.map((corners) => scaled(corners, scale));
  const crops = findCrops(picture).map((crop) => inPixels(crop, picture.width, picture.height));
  return { ...matchDocuments(truth, crops), photograph, picture, truth, crops };
}

async function checkContent(file: string, { sha256 }: Photograph): Promise<void> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    throw new WrongPhotographError(`${file} cannot be read.`, { cause: error });
  }
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new WrongPhotographError(`${file} is not the file of the list: its SHA-256 is not ${sha256}.`);
}

async function render(file: string): Promise<RasterImage> {
  const reader = await openDocument(file);
  try {
    return await reader.render(1, ocrPixels(await reader.measurePage(1), CROP_DPI), 1);
  } finally {
    await reader.close();
  }
}

function scaled([a, b, c, d]: Quadrilateral, by: number): Quadrilateral {
  const corner = ({ x, y }: Quadrilateral[0]) => ({ x: x * by, y: y * by });
  return [corner(a), corner(b), corner(c), corner(d)];
}
