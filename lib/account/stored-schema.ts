import * as z from 'zod'
import { defaultPreferences } from './model'
import { browserFields, preferenceFields as fields } from './schema'

/** Stored preferences. A value that is missing, or unknown to this version, becomes the default. */
export const storedPreferences = z.object({
  language: fields.language.catch(defaultPreferences.language),
  theme: fields.theme.catch(defaultPreferences.theme),
  zone: fields.zone.catch(defaultPreferences.zone),
  dates: fields.dates.catch(defaultPreferences.dates),
  clock: fields.clock.catch(defaultPreferences.clock),
  density: fields.density.catch(defaultPreferences.density),
  startPage: fields.startPage.catch(defaultPreferences.startPage),
  singleKeys: fields.singleKeys.catch(defaultPreferences.singleKeys),
  files: fields.files.catch(defaultPreferences.files),
})

/** What a browser reported, stored beside the preferences. */
export const storedBrowser = z.object({
  browserZone: browserFields.browserZone.optional().catch(undefined),
  browserLanguage: browserFields.browserLanguage.optional().catch(undefined),
})
