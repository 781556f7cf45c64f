import { expect, test } from 'vitest'
import { chooseListenHost, formatLocalUrl, readConfig } from './config.ts'

const mail = {
  SMTP_URL: 'smtps://panel:secret@smtp.hospital.example:465',
  SMTP_FROM: 'panel@hospital.example',
  PUBLIC_URL: 'https://panel.hospital.example/',
}

test('without an SMTP server the panel sends no e-mails', () => {
  expect(readConfig({ SMTP_FROM: mail.SMTP_FROM }).mail).toBeUndefined()
})

test('the mail settings are read together, and links use PUBLIC_URL', () => {
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
])('an invalid mail setting (%j) ends the start, named and without its secret', (wrong, name) => {
  const start = () => readConfig({ ...mail, ...wrong })
  expect(start).toThrow(name)
  expect(start).not.toThrow('secret')
})

test('a panel listens everywhere, one with demo passwords on its own machine only, and HOST overrides both', () => {
  expect(chooseListenHost(readConfig({}), false)).toBe('0.0.0.0')
  expect(chooseListenHost(readConfig({ HOST: '' }), true)).toBe('127.0.0.1')
  expect(chooseListenHost(readConfig({ HOST: '10.0.0.7' }), true)).toBe('10.0.0.7')
})

test.each([
  ['0.0.0.0', 'http://localhost:8080'],
  ['127.0.0.1', 'http://localhost:8080'],
  ['10.0.0.7', 'http://10.0.0.7:8080'],
  ['fd00::7', 'http://[fd00::7]:8080'],
])('a panel that listens on %s has the URL %s', (host, url) => {
  expect(formatLocalUrl(host, 8080)).toBe(url)
})
