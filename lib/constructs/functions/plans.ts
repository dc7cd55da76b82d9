/** The stage's own plans, as a variable of the functions that need them. */
import type { StageSettings } from '../../settings.ts';

export const plansOf = ({ plans }: StageSettings): Readonly<Record<string, string>> =>
  plans === undefined ? {} : { TEARLINE_PLANS: JSON.stringify(plans) };
