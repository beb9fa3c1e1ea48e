import { choice, type FieldChoice } from '@/lib/users/model'

/** The values of fields that have only a few known ones. Those of seats and statuses are in `lib/users/model.ts`. */

export const languages: readonly FieldChoice[] = [
  choice('LANGUAGE_EN_US', 'English (US)', 'english', 'en', 'american english'),
  choice('LANGUAGE_EN_GB', 'English (UK)', 'british english', 'english uk', 'en uk'),
  choice('LANGUAGE_EN_AU', 'English (Australia)'),
  choice('LANGUAGE_CS_CZ', 'Czech', 'cs', 'cestina'),
  choice('LANGUAGE_DA_DK', 'Danish', 'da', 'dansk'),
  choice('LANGUAGE_DE_DE', 'German', 'de', 'deutsch'),
  choice('LANGUAGE_ES_ES', 'Spanish', 'es', 'espanol'),
  choice('LANGUAGE_ES_MX', 'Spanish (Mexico)'),
  choice('LANGUAGE_FI_FI', 'Finnish', 'fi', 'suomi'),
  choice('LANGUAGE_FR_FR', 'French', 'fr', 'francais'),
  choice('LANGUAGE_HU_HU', 'Hungarian', 'hu', 'magyar'),
  choice('LANGUAGE_ID_ID', 'Indonesian', 'id', 'bahasa indonesia'),
  choice('LANGUAGE_IT_IT', 'Italian', 'it', 'italiano'),
  choice('LANGUAGE_JA_JP', 'Japanese', 'ja', '日本語'),
  choice('LANGUAGE_KO_KR', 'Korean', 'ko', '한국어'),
  choice('LANGUAGE_MS_MY', 'Malay', 'ms', 'bahasa melayu'),
  choice('LANGUAGE_NB_NO', 'Norwegian', 'no', 'nb', 'norsk'),
  choice('LANGUAGE_NL_NL', 'Dutch', 'nl', 'nederlands'),
  choice('LANGUAGE_PL_PL', 'Polish', 'pl', 'polski'),
  choice('LANGUAGE_PT_BR', 'Portuguese (Brazil)', 'pt', 'portuguese', 'portugues'),
  choice('LANGUAGE_PT_PT', 'Portuguese (Portugal)'),
  choice('LANGUAGE_RU_RU', 'Russian', 'ru'),
  choice('LANGUAGE_SV_SE', 'Swedish', 'sv', 'svenska'),
  choice('LANGUAGE_TH_TH', 'Thai', 'th'),
  choice('LANGUAGE_TR_TR', 'Turkish', 'tr', 'turkce'),
  choice('LANGUAGE_VI_VN', 'Vietnamese', 'vi'),
  choice('LANGUAGE_ZH_CN', 'Chinese (simplified)', 'zh', 'chinese', '中文'),
  choice('LANGUAGE_ZH_TW', 'Chinese (traditional)'),
]
