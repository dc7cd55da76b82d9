/** A tensor without a runtime. */
import type { Tensor } from '../../../../core/ocr/ppocr/onnx-runtime.ts';

export class PlainTensor implements Tensor {
  readonly data: Float32Array;
  readonly dims: readonly number[];
  constructor(_type: 'float32', data: Float32Array, dims: readonly number[]) {
    this.data = data;
    this.dims = dims;
  }
}
