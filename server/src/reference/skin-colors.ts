import { parseCodedList } from './coded.ts'

export const skinColors = parseCodedList(`
  fair     | Fair          | ขาว
  light    | Light yellow  | ขาวเหลือง
  medium   | Medium        | สองสี
  tan      | Tan           | ดำแดง
  brown    | Brown         | คล้ำ
  dark     | Dark          | ดำ
  albino   | Albino        | เผือก
`)
