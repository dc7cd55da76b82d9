/** What members of a stage's settings say together that no deployment can do. */
export interface SettingsProblem {
  /** Of the member. */
  readonly path: string[];
  /** Why. */
  readonly message: string;
}

export type SettingsRule = readonly [applies: boolean, path: string[], message: string];

/** The problems of the rules that apply. */
export const problemsOf = (rules: readonly SettingsRule[]): SettingsProblem[] =>
  rules.filter(([applies]) => applies).map(([, path, message]) => ({ path, message }));
