import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const mail = {
  SMTP_URL: 'smtps://panel:secret@smtp.hospital.example:465',
  SMTP_FROM: 'panel@hospital.example',
  PUBLIC_URL: 'https://panel.hospital.example/',
}

test('without a server for e-mails the panel sends none', () => {
  expect(readConfig({ SMTP_FROM: mail.SMTP_FROM }).mail).toBeUndefined()
})

test('what e-mails need is read together, and links lead to the address that is set', () => {
  expect(readConfig(mail).mail).toEqual({
    smtpUrl: mail.SMTP_URL,
    from: mail.SMTP_FROM,
    publicUrl: 'https://panel.hospital.example',
  })
})

test.each([
  [{ SMTP_URL: 'smtp.hospital.example' }, 'SMTP_URL'],
  [{ SMTP_URL: 'https://smtp.hospital.example' }, 'SMTP_URL'],
  [{ SMTP_FROM: '' }, 'SMTP_FROM'],
  [{ PUBLIC_URL: '' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'http://panel.hospital.example' }, 'PUBLIC_URL'],
])(
  'a setting of e-mails that makes no sense (%j) ends the start, named and without its secret',
  (wrong, name) => {
    const start = () => readConfig({ ...mail, ...wrong })
    expect(start).toThrow(name)
    expect(start).not.toThrow('secret')
  },
)
