import { Center, Skeleton } from '@mantine/core';
import IconPhotoOff from '@tabler/icons-react/icons/IconPhotoOff';
import { useState } from 'react';
import type { CSSProperties, ImgHTMLAttributes } from 'react';
import { apiUrl } from '../../api/client/client.ts';
import { useApiObject } from './use-api-object.ts';

interface ApiImageProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'src'> {
  /** Path of the image in the API, such as `/processing/results/…/page-images/1`; undefined: not known yet. */
  readonly path: string | undefined;
  /** What the image shows; empty where text beside it says so. */
  readonly alt: string;
  /** Of width to height, by which its place is kept free until it is there. */
  readonly aspectRatio?: number;
  readonly style?: CSSProperties;
}

/** An image of the API, with the credentials of whoever is signed in or has a share link. */
export const ApiImage = ({ path, alt, aspectRatio, style, ...props }: ApiImageProps) => {
  const [broken, setBroken] = useState<readonly string[]>([]);
  const { src, error } = useApiObject(path, path !== undefined && broken.includes(apiUrl(path)));
  const place: CSSProperties = { aspectRatio, maxWidth: '100%', ...style };
  if (error !== null || (src !== undefined && broken.includes(src)))
    return (
      <Center role="img" aria-label={alt} style={{ ...place, color: 'var(--mantine-color-dimmed)' }}>
        <IconPhotoOff aria-hidden />
      </Center>
    );
  if (src === undefined) return <Skeleton style={place} radius={0} />;
  return (
    <img
      loading="lazy"
      decoding="async"
      {...props}
      src={src}
      alt={alt}
      style={place}
      onError={() => {
        setBroken([...broken, src]);
      }}
    />
  );
};
