import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { describeExif, readExif } from './exif'

describe('the data of a camera', () => {
  it('is described as readable text', () => {
    expect(
      describeExif({
        Make: 'Canon\0',
        Model: 'Canon EOS R5',
        LensModel: 'RF 24-70mm',
        ExposureTime: 1 / 120,
        FNumber: 1.78,
        ISO: 64,
        FocalLength: 6.9,
        FocalLengthIn35mmFormat: 26,
        DateTimeOriginal: '2026:11:20 10:11:12',
        OffsetTimeOriginal: '+11:00',
        latitude: -33.86,
        longitude: 151.2,
        GPSAltitude: 12.4,
      }),
    ).toEqual({
      camera: 'Canon EOS R5',
      lens: 'RF 24-70mm',
      exposure: '1/120 s · f/1.8 · ISO 64 · 26 mm',
      takenAt: { text: '2026-11-19T23:11:12.000Z', hasZone: true },
      place: { latitude: -33.86, longitude: 151.2, altitudeMetres: 12.4 },
      software: null,
    })
  })

  it('keeps a time without a zone as it was written', () => {
    expect(describeExif({ DateTimeOriginal: '2026:11:20 10:11:12' })?.takenAt).toEqual({
      text: '2026-11-20 10:11:12',
      hasZone: false,
    })
  })

  it('is empty for clocks that were never set, places without a fix, and wrong types', () => {
    expect(
      describeExif({ DateTimeOriginal: '0000:00:00 00:00:00', latitude: 0, longitude: 0, Make: '  ', FNumber: 'x' }),
    ).toBeNull()
    expect(describeExif({ latitude: 91, longitude: 0 })).toBeNull()
  })

  it('is read from a photo, including its location', async () => {
    const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } }).jpeg()
    const bytes = await picture
      .withExif({
        IFD0: { Make: 'Google', Model: 'Pixel 8a' },
        IFD2: { DateTimeOriginal: '2026:11:20 10:11:12' },
        IFD3: {
          GPSLatitudeRef: 'S',
          GPSLatitude: '33/1 51/1 36/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '151/1 12/1 0/1',
        },
      })
      .toBuffer()
    const exif = await readExif(new Blob([new Uint8Array(bytes)]))
    expect(exif).toMatchObject({
      camera: 'Google Pixel 8a',
      takenAt: { text: '2026-11-20 10:11:12', hasZone: false },
    })
    expect(exif?.place?.latitude).toBeCloseTo(-33.86, 4)
    expect(exif?.place?.longitude).toBeCloseTo(151.2, 4)
  })

  it('is null for a photo without EXIF', async () => {
    const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
    expect(await readExif(new Blob([new Uint8Array(bytes)]))).toBeNull()
  })
})
