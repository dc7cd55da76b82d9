import i18next from 'i18next';
import { lazy, Suspense } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { loadPart } from '../app/load-part.ts';

interface LazyPartOptions {
  /** Of texts that the part needs and that pages around it may not have. */
  readonly subjects?: readonly string[];
  /** What is shown until the part is there; default: nothing. */
  readonly fallback?: ReactNode;
}

/**
 * A part of a page that is loaded when it is shown, with its texts. It has a boundary of its own: the page around it stays
 * as it is, with its focus.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { subjects = [], fallback = null }: LazyPartOptions = {},
): ComponentType<Props> => {
  const Part = lazy(async () => {
    const [component] = await Promise.all([loadPart(load), i18next.loadNamespaces(subjects)]);
    // React's type of lazy components cannot know the properties of any component.
    return { default: component as ComponentType<object> };
  });
  return function PartWithBoundary(props: Props) {
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    );
  };
};
