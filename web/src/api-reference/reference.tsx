import { useComputedColorScheme } from '@mantine/core';
import { createApiReference } from '@scalar/api-reference';
import '@scalar/api-reference/style.css';
import { useEffect, useRef } from 'react';
import { API_URL } from '../api/client.ts';

interface ReferenceProps {
  /** OpenAPI 3.1. */
  readonly document: Readonly<Record<string, unknown>>;
  /** With which requests are tried; empty: none. It is kept in memory only. */
  readonly apiKey: string;
}

/** The reference of an OpenAPI document. It loads nothing from other hosts and reports nothing to them. */
export const Reference = ({ document, apiKey }: ReferenceProps) => {
  const place = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme();
  useEffect(() => {
    const { current } = place;
    if (current === null) return undefined;
    const reference = createApiReference(current, {
      content: document,
      baseServerURL: API_URL,
      telemetry: false,
      withDefaultFonts: false,
      persistAuth: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      hiddenClients: true,
      hideDarkModeToggle: true,
      forceDarkModeState: scheme,
      agent: { disabled: true },
      mcp: { disabled: true },
      authentication: {
        preferredSecurityScheme: 'ApiKey',
        securitySchemes: { ApiKey: { value: apiKey === '' ? '' : `ApiKey ${apiKey}` } },
      },
    });
    return () => {
      reference.destroy();
    };
  }, [document, apiKey, scheme]);
  return <div ref={place} />;
};
