/** A host in front of a service that answers results as on AWS, with redirects to storage: node redirect-results.ts URL */
import { startRedirectingHost } from '../../test/service/harness/redirecting-host.ts';

console.log((await startRedirectingHost(process.argv[2] ?? '')).url);
