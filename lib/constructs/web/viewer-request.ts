/**
 * The CloudFront function that answers the application's addresses with index.html. It is made of the build's
 * routes.json, so that an address that neither a page nor a file has stays a 404.
 */

/** A pattern of TanStack Router: `/workflows/$workflowId` matches any one segment at `$workflowId`. */
const toExpression = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replace(/\$\w+/g, '[^/]+').replace(/\/$/, '')}/?$`);

/** JavaScript of the runtime cloudfront-js-2.0, at most 10 KB. @param addresses  patterns of TanStack Router */
export const viewerRequestCode = (addresses: readonly string[]): string => `const ADDRESSES = [
${addresses.map((address) => `  new RegExp(${JSON.stringify(toExpression(address).source)}),`).join('\n')}
];
function handler(event) {
  const request = event.request;
  if (ADDRESSES.some((address) => address.test(request.uri))) request.uri = '/index.html';
  return request;
}
`;
