/** The route tree. A page is a file of its subject's folder, and is loaded when it is visited. */
import i18next from 'i18next';
import type { FC } from 'react';
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { accountSearch } from '../account/account-search.ts';
import { LoadingState } from '../components/loading-state.tsx';
import { dashboardSearch } from '../dashboard/dashboard-search.ts';
import { documentsSearch } from '../documents/filters/documents-search.ts';
import { editorSearch } from '../editor/editor-search.ts';
import { compareSearch } from '../training/compare-search.ts';
import { trainingDataSearch, trainingDocumentSearch } from '../training-data/training-data-search.ts';
import { knownSearch } from './known-search.ts';
import { loadPart } from './load-part.ts';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { PageError } from './shell/page-error.tsx';
import { PATHS } from './paths.ts';
import { RootLayout } from './shell/root-layout.tsx';

/** A page, with the texts of its subjects: both are fetched at once when it is visited. */
const pageOf = <Name extends string>(
  load: () => Promise<Readonly<Record<Name, FC>>>,
  name: Name,
  subjects: readonly string[],
) =>
  lazyRouteComponent(async () => {
    const [page] = await Promise.all([loadPart(load), i18next.loadNamespaces(subjects)]);
    return page;
  }, name);

const rootRoute = createRootRoute({ component: RootLayout, notFoundComponent: NotFoundPage });
const getParentRoute = () => rootRoute;

const startRoute = createRoute({
  getParentRoute,
  path: PATHS.start,
  component: pageOf(() => import('../start/start-page.tsx'), 'StartPage', ['start', 'process']),
});
const signInRoute = createRoute({
  getParentRoute,
  path: PATHS.signIn,
  component: pageOf(() => import('../session/sign-in-page.tsx'), 'SignInPage', ['session']),
});
const newWorkflowRoute = createRoute({
  getParentRoute,
  path: PATHS.newWorkflow,
  component: pageOf(() => import('../new-workflow/new-workflow-page.tsx'), 'NewWorkflowPage', ['new-workflow']),
});
const dashboardRoute = createRoute({
  getParentRoute,
  path: PATHS.dashboard,
  validateSearch: knownSearch(dashboardSearch),
  component: pageOf(() => import('../dashboard/dashboard-page.tsx'), 'DashboardPage', ['dashboard']),
});
const processRoute = createRoute({
  getParentRoute,
  path: PATHS.process,
  component: pageOf(() => import('../process/process-page.tsx'), 'ProcessPage', ['process']),
});
const documentsRoute = createRoute({
  getParentRoute,
  path: PATHS.documents,
  validateSearch: knownSearch(documentsSearch),
  component: pageOf(() => import('../documents/documents-page.tsx'), 'DocumentsPage', ['documents', 'process']),
});
const trainingDataRoute = createRoute({
  getParentRoute,
  path: PATHS.trainingData,
  validateSearch: knownSearch(trainingDataSearch),
  component: pageOf(() => import('../training-data/training-data-page.tsx'), 'TrainingDataPage', [
    'training-data',
    'process',
  ]),
});
const trainingDocumentRoute = createRoute({
  getParentRoute,
  path: PATHS.trainingDocument,
  validateSearch: knownSearch(trainingDocumentSearch),
  component: pageOf(() => import('../training-data/training-document-page.tsx'), 'TrainingDocumentPage', [
    'editor',
    'training-data',
  ]),
});
const trainingRoute = createRoute({
  getParentRoute,
  path: PATHS.training,
  component: pageOf(() => import('../training/training-page.tsx'), 'TrainingPage', ['training', 'training-data']),
});
const compareModelsRoute = createRoute({
  getParentRoute,
  path: PATHS.compareModels,
  validateSearch: knownSearch(compareSearch),
  component: pageOf(() => import('../training/compare-page.tsx'), 'ComparePage', ['training', 'training-data']),
});
const modelRoute = createRoute({
  getParentRoute,
  path: PATHS.model,
  component: pageOf(() => import('../training/model-page.tsx'), 'ModelPage', ['training', 'training-data']),
});
const apiReferenceRoute = createRoute({
  getParentRoute,
  path: PATHS.apiReference,
  component: pageOf(() => import('../api-reference/api-reference-page.tsx'), 'ApiReferencePage', ['api-reference']),
});
const migrationRoute = createRoute({
  getParentRoute,
  path: PATHS.migration,
  component: pageOf(() => import('../migration/migration-page.tsx'), 'MigrationPage', ['migration', 'training-data']),
});
const editorRoute = createRoute({
  getParentRoute,
  path: PATHS.editor,
  validateSearch: knownSearch(editorSearch),
  component: pageOf(() => import('../editor/editor-page.tsx'), 'EditorPage', ['editor']),
});
const accountRoute = createRoute({
  getParentRoute,
  path: PATHS.account,
  validateSearch: knownSearch(accountSearch),
  component: pageOf(() => import('../account/account-page.tsx'), 'AccountPage', ['account']),
});

const routeTree = rootRoute.addChildren([
  startRoute,
  signInRoute,
  newWorkflowRoute,
  dashboardRoute,
  processRoute,
  documentsRoute,
  trainingDataRoute,
  trainingDocumentRoute,
  trainingRoute,
  compareModelsRoute,
  modelRoute,
  apiReferenceRoute,
  migrationRoute,
  editorRoute,
  accountRoute,
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingComponent: LoadingState,
  defaultErrorComponent: PageError,
  scrollRestoration: true,
  // A page keeps nothing of another workflow, as by the browser's way back from one to the other.
  defaultRemountDeps: ({ params }) => ('workflowId' in params ? params.workflowId : undefined),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
