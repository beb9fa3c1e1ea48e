export { noteNavigation as onRouterTransitionStart } from '@/lib/browser/pending-navigation'
