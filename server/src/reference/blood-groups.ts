import { parseCodedList } from './coded.ts'

export const bloodGroups = parseCodedList(`
  O+      | O, Rh positive  | โอ Rh บวก
  B+      | B, Rh positive  | บี Rh บวก
  A+      | A, Rh positive  | เอ Rh บวก
  AB+     | AB, Rh positive | เอบี Rh บวก
  O-      | O, Rh negative  | โอ Rh ลบ
  B-      | B, Rh negative  | บี Rh ลบ
  A-      | A, Rh negative  | เอ Rh ลบ
  AB-     | AB, Rh negative | เอบี Rh ลบ
  O       | O, Rh unknown   | โอ ไม่ทราบ Rh
  B       | B, Rh unknown   | บี ไม่ทราบ Rh
  A       | A, Rh unknown   | เอ ไม่ทราบ Rh
  AB      | AB, Rh unknown  | เอบี ไม่ทราบ Rh
  unknown | Unknown         | ไม่ทราบ
`)
