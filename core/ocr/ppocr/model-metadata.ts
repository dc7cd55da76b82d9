/**
 * Reads a property of the metadata of an ONNX model, which is a protocol buffer (onnx.proto3: `ModelProto.metadata_props`
 * is field 14, a `StringStringEntryProto` with the fields 1 `key` and 2 `value`). The runtime does not give it to
 * JavaScript.
 */

const METADATA_PROPS = 14;
const [KEY, VALUE] = [1, 2];
/** Wire types of protocol buffers. */
const [VARINT, FIXED_64, BYTES, FIXED_32] = [0, 1, 2, 5];

interface Field {
  readonly number: number;
  /** Empty where the field is a number. */
  readonly bytes: Uint8Array;
}

/** @throws RangeError where the bytes are no protocol buffer */
export function readModelMetadata(model: Uint8Array, key: string): string | undefined {
  for (const { number, bytes } of fieldsOf(model)) {
    if (number !== METADATA_PROPS) continue;
    const entry = new Map([...fieldsOf(bytes)].map((field) => [field.number, field.bytes]));
    if (textOf(entry.get(KEY)) === key) return textOf(entry.get(VALUE));
  }
  return undefined;
}

const textOf = (bytes: Uint8Array = new Uint8Array(0)): string => new TextDecoder().decode(bytes);

function* fieldsOf(message: Uint8Array): Generator<Field> {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at];
      if (byte === undefined || factor > 2 ** 49) throw new RangeError('This is no ONNX model.');
      at += 1;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  const skip = (count: number): Uint8Array => {
    if (at + count > message.length) throw new RangeError('This is no ONNX model.');
    at += count;
    return message.subarray(at - count, at);
  };
  while (at < message.length) {
    const tag = varint();
    const number = Math.floor(tag / 8);
    const type = tag % 8;
    if (type === BYTES) yield { number, bytes: skip(varint()) };
    else {
      if (type === VARINT) varint();
      else if (type === FIXED_64) skip(8);
      else if (type === FIXED_32) skip(4);
      else throw new RangeError('This is no ONNX model.');
      yield { number, bytes: new Uint8Array(0) };
    }
  }
}
