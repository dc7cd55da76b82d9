/** The route tree. A page is a file of its subject's folder, and is loaded when it is visited. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { accountSearch } from '../account/account-search.ts';
import { LoadingState } from '../components/loading-state.tsx';
import { dashboardSearch } from '../dashboard/dashboard-search.ts';
import { documentsSearch } from '../documents/filters/documents-search.ts';
import { editorSearch } from '../editor/editor-search.ts';
import { compareSearch } from '../training/compare-search.ts';
import { trainingDataSearch, trainingDocumentSearch } from '../training-data/training-data-search.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { PageError } from './page-error.tsx';
import { PATHS } from './paths.ts';
import { RootLayout } from './root-layout.tsx';

const rootRoute = createRootRoute({ component: RootLayout, notFoundComponent: NotFoundPage });
const getParentRoute = () => rootRoute;

const startRoute = createRoute({
  getParentRoute,
  path: PATHS.start,
  component: lazyRouteComponent(() => import('../start/start-page.tsx'), 'StartPage'),
});
const signInRoute = createRoute({
  getParentRoute,
  path: PATHS.signIn,
  component: lazyRouteComponent(() => import('../session/sign-in-page.tsx'), 'SignInPage'),
});
const newWorkflowRoute = createRoute({
  getParentRoute,
  path: PATHS.newWorkflow,
  component: lazyRouteComponent(() => import('../new-workflow/new-workflow-page.tsx'), 'NewWorkflowPage'),
});
const dashboardRoute = createRoute({
  getParentRoute,
  path: PATHS.dashboard,
  validateSearch: dashboardSearch,
  component: lazyRouteComponent(() => import('../dashboard/dashboard-page.tsx'), 'DashboardPage'),
});
const processRoute = createRoute({
  getParentRoute,
  path: PATHS.process,
  component: lazyRouteComponent(() => import('../process/process-page.tsx'), 'ProcessPage'),
});
const documentsRoute = createRoute({
  getParentRoute,
  path: PATHS.documents,
  validateSearch: documentsSearch,
  component: lazyRouteComponent(() => import('../documents/documents-page.tsx'), 'DocumentsPage'),
});
const trainingDataRoute = createRoute({
  getParentRoute,
  path: PATHS.trainingData,
  validateSearch: trainingDataSearch,
  component: lazyRouteComponent(() => import('../training-data/training-data-page.tsx'), 'TrainingDataPage'),
});
const trainingDocumentRoute = createRoute({
  getParentRoute,
  path: PATHS.trainingDocument,
  validateSearch: trainingDocumentSearch,
  component: lazyRouteComponent(() => import('../training-data/training-document-page.tsx'), 'TrainingDocumentPage'),
});
const trainingRoute = createRoute({
  getParentRoute,
  path: PATHS.training,
  component: lazyRouteComponent(() => import('../training/training-page.tsx'), 'TrainingPage'),
});
const compareModelsRoute = createRoute({
  getParentRoute,
  path: PATHS.compareModels,
  validateSearch: compareSearch,
  component: lazyRouteComponent(() => import('../training/compare-page.tsx'), 'ComparePage'),
});
const modelRoute = createRoute({
  getParentRoute,
  path: PATHS.model,
  component: lazyRouteComponent(() => import('../training/model-page.tsx'), 'ModelPage'),
});
const apiReferenceRoute = createRoute({
  getParentRoute,
  path: PATHS.apiReference,
  component: lazyRouteComponent(() => import('../api-reference/api-reference-page.tsx'), 'ApiReferencePage'),
});
const migrationRoute = createRoute({
  getParentRoute,
  path: PATHS.migration,
  component: lazyRouteComponent(() => import('../migration/migration-page.tsx'), 'MigrationPage'),
});
const editorRoute = createRoute({
  getParentRoute,
  path: PATHS.editor,
  validateSearch: editorSearch,
  component: lazyRouteComponent(() => import('../editor/editor-page.tsx'), 'EditorPage'),
});
const accountRoute = createRoute({
  getParentRoute,
  path: PATHS.account,
  validateSearch: accountSearch,
  component: lazyRouteComponent(() => import('../account/account-page.tsx'), 'AccountPage'),
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
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
