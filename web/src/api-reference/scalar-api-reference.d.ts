/**
 * What this folder uses of @scalar/api-reference. Its own types, of all of its options' schemas, take gigabytes of the
 * linter's memory; web/tsconfig.json puts these in their place.
 */
interface ReferenceOptions {
  /** OpenAPI 3.1. */
  readonly content: Readonly<Record<string, unknown>>;
  readonly baseServerURL: string;
  readonly telemetry: boolean;
  readonly withDefaultFonts: boolean;
  /** Whether keys are kept in the browser's storage. */
  readonly persistAuth: boolean;
  readonly hideClientButton: boolean;
  readonly showDeveloperTools: 'never';
  /** Whether programs of Scalar's own are left out. */
  readonly hiddenClients: boolean;
  readonly hideDarkModeToggle: boolean;
  readonly forceDarkModeState: 'dark' | 'light';
  readonly agent: { readonly disabled: boolean };
  readonly mcp: { readonly disabled: boolean };
  readonly authentication: {
    readonly preferredSecurityScheme: string;
    readonly securitySchemes: Readonly<Record<string, { readonly value: string }>>;
  };
}

/** Draws the reference into the element. */
export declare const createApiReference: (
  element: Element,
  options: ReferenceOptions,
) => {
  /** Removes what was drawn. */
  readonly destroy: () => void;
};
