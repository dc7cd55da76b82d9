/** The release of this service: `version` of package.json, which the bundles of the functions do not include. */
export const RELEASE = '0.1.0';
