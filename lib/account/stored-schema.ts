import * as z from 'zod'
import { defaultPreferences } from './model'
import { preferenceFields as fields } from './schema'

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
