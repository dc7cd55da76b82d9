import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import { untilServed } from '../../api/client/until-answered.ts';
import { fetchBlob } from '../../components/images/use-api-object.ts';
import { PageImages } from './page-images.ts';

/** Browsers keep six connections to a host. */
const AT_ONCE = 6;
/** Thumbnails of the longest files, at about 8 KB each. */
const KEPT = 2500;

export const createPageImages = (): PageImages =>
  new PageImages({
    fetchImage: (path, signal) => untilServed(() => fetchBlob(path, signal), signal),
    makeUrl: (blob) => URL.createObjectURL(blob),
    releaseUrl: (url) => {
      URL.revokeObjectURL(url);
    },
    atOnce: AT_ONCE,
    kept: KEPT,
  });

export const PageImagesContext = createContext<PageImages>(createPageImages());

/** The address of an image once it is there; null while it is fetched, undefined where it cannot be fetched. */
export const usePageImage = (path: string): string | null | undefined => {
  const images = useContext(PageImagesContext);
  const subscribe = useCallback((listener: () => void) => images.want(path, listener), [images, path]);
  return useSyncExternalStore(subscribe, () => images.peek(path)?.url ?? (images.hasFailed(path) ? undefined : null));
};
