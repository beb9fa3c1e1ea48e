import { adoptPreferences, changePreferences } from '@/lib/account/mutations'
import { preferences, preferencesChange } from '@/lib/account/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

// Stores what the first browser has kept so far. Changes nothing if the account already has preferences.
export const PUT = route(
  {
    summary: 'Store the preferences of your browser, unless your account already has preferences',
    access: 'signed-in',
    callers: 'people',
    body: preferences,
    answer: preferences,
  },
  ({ actor, body }) => adoptPreferences(actor, body),
)

export const PATCH = route(
  {
    summary: 'Change your preferences',
    access: 'signed-in',
    callers: 'people',
    body: preferencesChange,
    answer: preferences,
  },
  ({ actor, body }) => changePreferences(actor, body),
)
