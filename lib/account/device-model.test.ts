import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderText } from '@/lib/server-text'
import { describeDevice as describeAsText } from './device-model'

const describeDevice = (agent: string) => renderText(describeAsText(agent))

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)'

describe('the description of a device', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Linux'],
    [`${iphone} FxiOS/128.0 Mobile/15E148 Safari/605.1.15`, 'Firefox on iPhone'],
    [`${windows} Chrome/126.0.0.0 Safari/537.36`, 'Chrome on Windows'],
    [`${android} Chrome/126.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
    [`${iphone} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36',
      'Chrome on ChromeOS',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/126.0.0.0 Safari/537.36', 'Chrome on Linux'],
    [`${windows} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`, 'Edge on Windows'],
    [`${mac} Chrome/126.0.0.0 Safari/537.36 OPR/112.0.0.0`, 'Opera on macOS'],
    [`${android} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`, 'Samsung Internet on Android'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
      'Safari on macOS',
    ],
    [`${iphone} Version/17.5 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
    [
      'Mozilla/5.0 (iPad; CPU OS 16_7 like Mac OS X) AppleWebKit/605.1.15 Version/16.6 Mobile/15E148 Safari/604.1',
      'Safari on iPad',
    ],
    ['Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko', 'Unknown browser on Windows'],
    ['curl/8.5.0', 'Unknown device'],
    ['', 'Unknown device'],
  ])('for %s is %s', (agent, words) => {
    expect(describeDevice(agent)).toBe(words)
  })

  it('consists of our own words, whatever was sent', () => {
    const words = /^[A-Za-z ]{4,40}$/
    fc.assert(fc.property(fc.string({ maxLength: 300 }), (agent) => words.test(describeDevice(agent))))
    expect(describeDevice('<script>Firefox/1</script> Windows')).toBe('Firefox on Windows')
  })
})
