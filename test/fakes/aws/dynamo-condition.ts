/** Evaluates DynamoDB's condition and update expressions: the subset of the language that the service uses. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';

export type StoredItem = Readonly<Record<string, AttributeValue>>;

export interface Placeholders {
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Readonly<Record<string, AttributeValue>>;
}

/** DynamoDB's ValidationException for an invalid expression. */
export class ExpressionError extends Error {}

const TOKEN = /\s*(<=|>=|<>|[(),=<>]|[#:A-Za-z_][\w]*)/gy;

const typeOf = (value: AttributeValue): string => Object.keys(value)[0] ?? '';
const plainOf = (value: AttributeValue): unknown => Object.values(value)[0] as unknown;

/** Negative, 0 or positive; undefined where the values are not comparable. */
export const compareValues = (a: AttributeValue, b: AttributeValue): number | undefined => {
  if (typeOf(a) !== typeOf(b)) return undefined;
  if (typeOf(a) === 'N') return Number(a.N) - Number(b.N);
  if (typeOf(a) === 'S') return Buffer.compare(Buffer.from(a.S ?? ''), Buffer.from(b.S ?? ''));
  return plainOf(a) === plainOf(b) ? 0 : undefined;
};

/** Resolves placeholders, and detects unused ones, which DynamoDB rejects. */
export class PlaceholderReader {
  readonly #placeholders: Placeholders;
  readonly #unused: Set<string>;

  constructor(placeholders: Placeholders) {
    this.#placeholders = placeholders;
    this.#unused = new Set([
      ...Object.keys(placeholders.ExpressionAttributeNames ?? {}),
      ...Object.keys(placeholders.ExpressionAttributeValues ?? {}),
    ]);
  }

  name(token: string): string {
    if (!token.startsWith('#')) return token;
    this.#unused.delete(token);
    const name = this.#placeholders.ExpressionAttributeNames?.[token];
    if (name === undefined)
      throw new ExpressionError(`An expression attribute name used in the document path is not defined: ${token}`);
    return name;
  }

  value(token: string): AttributeValue {
    this.#unused.delete(token);
    const value = this.#placeholders.ExpressionAttributeValues?.[token];
    if (value === undefined)
      throw new ExpressionError(`An expression attribute value used in expression is not defined: ${token}`);
    return value;
  }

  checkAllUsed(): void {
    if (this.#unused.size > 0)
      throw new ExpressionError(`Value unused in expressions: ${[...this.#unused].join(', ')}`);
  }
}

type Holds = (item: StoredItem) => boolean;

class ConditionReader {
  readonly #tokens: string[];
  readonly #read: PlaceholderReader;

  constructor(text: string, read: PlaceholderReader) {
    this.#tokens = [...text.matchAll(TOKEN)].map(([, token = '']) => token);
    if (this.#tokens.join('') !== text.replace(/\s/gu, '')) throw new ExpressionError(`Syntax error in ${text}`);
    this.#read = read;
  }

  condition(): Holds {
    const holds = this.#or();
    if (this.#tokens.length > 0) throw new ExpressionError(`Syntax error at ${this.#tokens.join(' ')}`);
    return holds;
  }

  #take(expected?: string): string {
    const token = this.#tokens.shift() ?? '';
    if (expected !== undefined && token !== expected)
      throw new ExpressionError(`Syntax error: ${expected} expected, not ${token}`);
    return token;
  }

  #or(): Holds {
    const parts = [this.#and()];
    while (this.#tokens[0] === 'OR' && this.#take() !== '') parts.push(this.#and());
    return (item) => parts.some((holds) => holds(item));
  }

  #and(): Holds {
    const parts = [this.#not()];
    while (this.#tokens[0] === 'AND' && this.#take() !== '') parts.push(this.#not());
    return (item) => parts.every((holds) => holds(item));
  }

  #not(): Holds {
    if (this.#tokens[0] !== 'NOT') return this.#atom();
    this.#take();
    const holds = this.#not();
    return (item) => !holds(item);
  }

  #atom(): Holds {
    if (this.#tokens[0] === '(') {
      this.#take();
      const holds = this.#or();
      this.#take(')');
      return holds;
    }
    return this.#tokens[1] === '(' ? this.#function() : this.#comparison();
  }

  #function(): Holds {
    const name = this.#take();
    this.#take('(');
    const attribute = this.#read.name(this.#take());
    const second = this.#tokens[0] === ',' && this.#take() !== '' ? this.#read.value(this.#take()) : undefined;
    this.#take(')');
    if (name === 'attribute_exists') return (item) => item[attribute] !== undefined;
    if (name === 'attribute_not_exists') return (item) => item[attribute] === undefined;
    if (name === 'attribute_type')
      return (item) => item[attribute] !== undefined && typeOf(item[attribute]) === second?.S;
    if (name === 'begins_with') return (item) => item[attribute]?.S?.startsWith(second?.S ?? '') ?? false;
    throw new ExpressionError(`Invalid function name: ${name}`);
  }

  #comparison(): Holds {
    const attribute = this.#read.name(this.#take());
    const operator = this.#take();
    const compare =
      (value: AttributeValue, accept: (order: number) => boolean): Holds =>
      (item) => {
        const order = item[attribute] === undefined ? undefined : compareValues(item[attribute], value);
        return order !== undefined && accept(order);
      };
    if (operator === 'IN') return this.#in(compare);
    const value = this.#read.value(this.#take());
    if (operator === 'BETWEEN') {
      this.#take('AND');
      const from = compare(value, (order) => order >= 0);
      const to = compare(this.#read.value(this.#take()), (order) => order <= 0);
      return (item) => from(item) && to(item);
    }
    const accepts: Record<string, (order: number) => boolean> = {
      '=': (order) => order === 0,
      '<': (order) => order < 0,
      '<=': (order) => order <= 0,
      '>': (order) => order > 0,
      '>=': (order) => order >= 0,
    };
    const accept = accepts[operator];
    if (accept === undefined) throw new ExpressionError(`Syntax error at ${operator}`);
    return compare(value, accept);
  }

  #in(compare: (value: AttributeValue, accept: (order: number) => boolean) => Holds): Holds {
    this.#take('(');
    const parts: Holds[] = [];
    do parts.push(compare(this.#read.value(this.#take()), (order) => order === 0));
    while (this.#take() === ',');
    return (item) => parts.some((holds) => holds(item));
  }
}

/** @throws ExpressionError */
export const readCondition = (text: string | undefined, read: PlaceholderReader): Holds =>
  text === undefined ? () => true : new ConditionReader(text, read).condition();

/** SET, REMOVE and ADD. @returns the item after the update @throws ExpressionError */
export const applyUpdate = (text: string, read: PlaceholderReader, before: StoredItem): StoredItem => {
  const after: Record<string, AttributeValue> = { ...before };
  for (const [, verb = '', actions = ''] of text.matchAll(/(SET|REMOVE|ADD) (.*?)(?= SET | REMOVE | ADD |$)/gu)) {
    for (const action of actions.split(', ')) {
      const [target = '', ...rest] = action.replace('=', ' ').split(/\s+/u);
      const name = read.name(target);
      if (verb === 'SET') after[name] = read.value(rest.join(''));
      else if (verb === 'REMOVE') Reflect.deleteProperty(after, name);
      else after[name] = addNumbers(before[name], read.value(rest.join('')));
    }
  }
  return after;
};

const addNumbers = (before: AttributeValue | undefined, amount: AttributeValue): AttributeValue => {
  if (before !== undefined && before.N === undefined)
    throw new ExpressionError('An operand in the update expression has an incorrect data type');
  return { N: String(Number(before?.N ?? 0) + Number(amount.N)) };
};
