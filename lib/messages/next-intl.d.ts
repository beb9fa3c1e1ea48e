import type { Messages } from './catalog'
import type { PageLanguage } from './languages'

declare module 'next-intl' {
  interface AppConfig {
    Locale: PageLanguage
    Messages: Messages
  }
}
