import type { FieldProblem } from '../wire/endpoint.ts'

/** Length of a new password, in characters. Older passwords may be shorter; the sign-in takes no more than `max`. */
export const passwordLength = { min: 8, max: 128 } as const

/**
 * What an attacker tries first: the most used passwords of published lists, words that a hospital suggests, Thai
 * habits.
 */
const commonWords = new Set(
  `password passw0rd passwort passcode pass word admin administrator root superuser user guest login logon signin
  welcome welcometo letmein openme access master manager secret changeme newpassword default temp temporary test
  tester testing demo sample public private system server windows computer internet network database security
  qwerty qwertyui azerty qazwsx qazwsxedc asdf asdfgh zxcvbn zxcvbnm abc abcd abcdef abcdefgh abcabc aaaa
  1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc qwer1234 asdf1234 zaq12wsx a1b2c3d4 q1w2e3r4 123qwe 123abc
  iloveyou ilovegod iloveu loveyou lovely love forever sweetheart darling honey baby babygirl babyboy angel angels
  princess prince queen king sunshine moonlight starlight rainbow butterfly flower flowers chocolate cookie
  summer winter spring autumn monday tuesday wednesday thursday friday saturday sunday january february march april
  june july august september october november december birthday christmas
  football soccer baseball basketball hockey liverpool chelsea arsenal manchester manutd barcelona realmadrid
  superman batman spiderman ironman starwars pokemon pikachu naruto doraemon hellokitty snoopy mickey minnie
  dragon monkey tiger lion shadow hunter killer ninja samurai phoenix freedom whatever trustno trustnoone blink
  michael michelle jennifer jessica jordan daniel thomas robert charlie george andrew anthony matthew joshua
  william nicole ashley amanda hannah samantha elizabeth victoria alexander maggie pepper buster ginger
  google facebook yahoo hotmail gmail youtube instagram tiktok twitter linkedin apple samsung iphone android
  microsoft mercedes ferrari porsche toyota honda isuzu corvette mustang harley yamaha
  money dollar lucky happy smile friend friends family mother father mommy daddy brother sister jesus christ
  hospital clinic doctor nurse nurses nursing medical medicine medic patient patients pharmacy pharmacist paramedic
  ambulance emergency surgery surgeon dentist ward icu opd er health healthcare healthy panel staff office
  registrar driver assistant therapist laboratory laboratorium radiology xray vaccine covid covid-19 stethoscope
  thailand siam bangkok krungthep chiangmai chiangrai phuket pattaya khonkaen korat nakhon isan songkhla hatyai
  udonthani ayutthaya sukhothai lampang phitsanulok surin buriram
  sawasdee sawadee sawatdee sawasdeekrub sawasdeekrab sawasdeeka sabai sabaidee sanook mairu maipenrai khobkhun
  rakkhun rakna chanrakter rakmae maerak rakprathet khonthai muaythai thaithai songkran loykrathong changthai
  rongpayaban rongphayaban payaban phayaban mor moh morthai khunmor nongmor siriraj ramathibodi chulalongkorn
  somchai somsak somying somsri malee manee piti chujai weera
  รหัสผ่าน รหัส พาสเวิร์ด สวัสดี สวัสดีครับ สวัสดีค่ะ ขอบคุณ ขอบคุณครับ ขอบคุณค่ะ ประเทศไทย เมืองไทย คนไทย กรุงเทพ
  กรุงเทพมหานคร เชียงใหม่ โรงพยาบาล พยาบาล คุณหมอ หมอ แพทย์ คนไข้ ผู้ป่วย เภสัชกร ผู้ดูแลระบบ แอดมิน ผู้ใช้ เจ้าหน้าที่
  รักแม่ รักพ่อ รักเธอ รักนะ ฉันรักเธอ คิดถึง แม่รักลูก ครอบครัว สงกรานต์ ลอยกระทง มวยไทย ช้างไทย
  isylzjko l;ylfu l;ylfu8iy[ l;ylfu8jt -v[86i -v[86i8iy[ xitgmlwmp fi'rpk[k] rpk[k]`.split(/\s+/),
)

/** Rows of the keyboard, Thai layout included, digits, and the order of letters. */
const keyboardRows = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop[]',
  "asdfghjkl;'",
  'zxcvbnm,./',
  'qwertyuiopasdfghjklzxcvbnm',
  '!@#$%^&*()_+',
  'ๅ/-ภถุึคตจขช',
  'ๆไำพะัีรนยบล',
  'ฟหกดเ้่าสวง',
  'ผปแอิืทมใฝ',
  'กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ',
  '๐๑๒๓๔๕๖๗๘๙๐',
].flatMap((row) => [row, Array.from(row).reverse().join('')])

const letterSubstitutes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}

/** Whether anybody would try it among the first: a common word or a row of keys, with a few digits behind it. */
function isCommonPassword(password: string): boolean {
  const typed = password.normalize('NFC').toLowerCase()
  const bare = [typed, typed.replace(/[\d\p{P}\p{S}]{1,4}$/u, '')]
  const spelt = bare.map((text) => text.replace(/[013457@$]/g, (sign) => letterSubstitutes[sign] ?? sign))
  return (
    [...bare, ...spelt].some((text) => commonWords.has(text)) ||
    bare.some((text) => keyboardRows.some((row) => row.includes(text))) ||
    bare.some((text) => /^(.{1,4})\1+$/su.test(text))
  )
}

export type PasswordProblem = 'password-too-short' | 'too-long' | 'password-holds-email' | 'password-common'

/** Whether a password is shorter than a new one may be: it may date from before the rule. */
export function isTooShort(password: string): boolean {
  return Array.from(password).length < passwordLength.min
}

/** What is wrong with a new password, as a key of `validation.*`; undefined if nothing is. */
export function validatePassword(password: string, email: string): PasswordProblem | undefined {
  if (isTooShort(password)) return 'password-too-short'
  if (password.length > passwordLength.max) return 'too-long'
  const [local = ''] = email.trim().toLowerCase().split('@')
  // Local parts of one or two letters occur in every second password.
  if (local.length > 2 && password.toLowerCase().includes(local)) return 'password-holds-email'
  return isCommonPassword(password) ? 'password-common' : undefined
}

/** What is wrong with a new password and its confirmation. */
export function validateNewPassword(given: {
  password?: string | undefined
  confirm_password?: string | undefined
  email: string
}): FieldProblem[] {
  const { password = '', confirm_password = '', email } = given
  const problem = password === '' ? 'password-required' : validatePassword(password, email)
  const confirmation =
    confirm_password === ''
      ? 'confirmation-required'
      : confirm_password === password
        ? undefined
        : 'passwords-differ'
  return [
    ...(problem ? [{ field: 'password', message: problem }] : []),
    ...(confirmation ? [{ field: 'confirm_password', message: confirmation }] : []),
  ]
}
