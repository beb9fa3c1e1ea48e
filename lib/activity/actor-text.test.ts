import { beforeAll, describe, expect, it } from 'vitest'
import { installServerTexts } from '@/lib/messages/server-catalogs'
import { renderText } from '@/lib/server-text'
import { readActorText, storedActors, storeRuleActor, storeScheduleActor, storeTokenSuffix } from './actor-text'

const inGerman = (stored: string, actorId: string | null = null) => renderText(readActorText(actorId, stored), 'de')

describe('the actor of an entry', () => {
  beforeAll(() => installServerTexts(['en', 'de']))

  it('is named in the reader’s language if the actor is not a person', () => {
    expect(inGerman(storedActors.system)).toBe('System')
    expect(inGerman(storedActors.command)).toBe('Befehlszeile')
    expect(inGerman(storedActors.noAddress)).toBe('Jemand (keine E-Mail-Adresse)')
    expect(inGerman(storeRuleActor('Kühlung “A”'))).toBe('Regel „Kühlung “A”“')
    expect(inGerman(storeScheduleActor('Nightly'))).toBe('Zeitplan „Nightly“')
    expect(inGerman(`Ada${storeTokenSuffix('BI')}`, 'ada')).toBe('Ada (Token BI)')
    expect(inGerman(`Ada${storeTokenSuffix('BI')}`)).toBe('Ada (Token BI)')
  })

  it('is stored with the same texts as in earlier releases', () => {
    expect([storedActors.system, storedActors.command, storedActors.noAddress]).toEqual([
      'The console',
      'Command line',
      '(not an e-mail address)',
    ])
    expect(storeRuleActor('R') + storeScheduleActor('S') + storeTokenSuffix('T')).toBe('Rule “R”Schedule “S” (token T)')
  })

  it('keeps the name of a person, even if it equals the stored text of another actor', () => {
    expect(readActorText('ada', 'The console')).toBe('The console')
    expect(readActorText('ada', 'Rule “R”')).toBe('Rule “R”')
    expect(readActorText(null, 'Ada')).toBe('Ada')
    expect(readActorText(null, 'constructor')).toBe('constructor')
  })
})
