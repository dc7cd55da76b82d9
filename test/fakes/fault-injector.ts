/** Ports that fail when they are told to: every call is counted by its name, and one of them can be made to go wrong. */

export interface Fault {
  /** `port.method`, as `calls` names it. */
  readonly call: string;
  /** The first call of that name that goes wrong, from 1. */
  readonly nth: number;
  /** `once`: that call alone. `always`: all calls of that name from there on, until the injector is healed. */
  readonly lasts: 'once' | 'always';
  /** Before the call took effect, after it did (the answer was lost), or half-way: it never answers. */
  readonly when: 'before' | 'after' | 'hangs';
  readonly error: () => Error;
}

export class FaultInjector {
  /** Names of the calls so far, in order. */
  readonly calls: string[] = [];
  /** How often the fault struck. */
  struck = 0;
  #fault: Fault | undefined;

  constructor(fault?: Fault) {
    this.#fault = fault;
  }

  /** From now on nothing goes wrong. */
  heal(): void {
    this.#fault = undefined;
  }

  /** The port, each of its methods counted as `<name>.<method>`. */
  wrap<Port extends object>(name: string, port: Port): Port {
    return new Proxy(port, {
      get: (target, property) => {
        const value: unknown = Reflect.get(target, property, target);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) =>
          this.during(`${name}.${String(property)}`, () => Reflect.apply(value, target, given) as unknown);
      },
    });
  }

  /** Runs one call, unless it is the one that goes wrong. */
  async during<Result>(call: string, work: () => Result | Promise<Result>): Promise<Result> {
    this.calls.push(call);
    const fault = this.#strikes(call);
    if (fault === undefined) return work();
    this.struck += 1;
    if (fault.when === 'hangs') return new Promise<never>(() => undefined);
    if (fault.when === 'after') await work();
    throw fault.error();
  }

  #strikes(call: string): Fault | undefined {
    const fault = this.#fault;
    if (fault?.call !== call) return undefined;
    const nth = this.calls.filter((name) => name === call).length;
    return nth === fault.nth || (fault.lasts === 'always' && nth > fault.nth) ? fault : undefined;
  }
}

/** Each call of a run without faults, as the place of a fault: how often each name was called, in order of the names' first calls. */
export const placesOf = (calls: readonly string[]): { readonly call: string; readonly nth: number }[] => {
  const seen = new Map<string, number>();
  return calls.map((call) => {
    const nth = (seen.get(call) ?? 0) + 1;
    seen.set(call, nth);
    return { call, nth };
  });
};
