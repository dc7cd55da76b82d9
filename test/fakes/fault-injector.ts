/** Fault injection into ports: counts every call by name and makes one of them fail. */

export interface Fault {
  /** `port.method`, as in `calls`. */
  readonly call: string;
  /** The first call of that name that fails, from 1. */
  readonly nth: number;
  /** `once`: only that call. `always`: that call and all later ones of that name, until `heal`. */
  readonly lasts: 'once' | 'always';
  /** Before the call takes effect, after it (the response is lost), or never: the call does not settle. */
  readonly when: 'before' | 'after' | 'hangs';
  readonly error: () => Error;
}

export class FaultInjector {
  /** Names of all calls, in order. */
  readonly calls: string[] = [];
  /** Number of injected faults. */
  struck = 0;
  #fault: Fault | undefined;

  constructor(fault?: Fault) {
    this.#fault = fault;
  }

  /** Stops the injection. */
  heal(): void {
    this.#fault = undefined;
  }

  /** The port with each method counted as `<name>.<method>`. */
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

  /** Runs one call, or injects the fault. */
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

/** The possible places of a fault: each call of a run without faults, grouped by name in order of first calls. */
export const placesOf = (calls: readonly string[]): { readonly call: string; readonly nth: number }[] => {
  const seen = new Map<string, number>();
  return calls.map((call) => {
    const nth = (seen.get(call) ?? 0) + 1;
    seen.set(call, nth);
    return { call, nth };
  });
};
