// The words at the head of columns, as schools write them in the nine languages. Small letters, without spaces and marks.

export type Column = 'name' | 'familyName' | 'givenName' | 'number' | 'phone' | 'email' | 'class' | 'role'

const words: Record<Column, string> = {
  name: '姓名 名字 学生姓名 学员姓名 教师姓名 name fullname displayname studentname 氏名 名前 お名前 이름 성명 성함 nombrecompleto nombreyapellidos nomcomplet nometprénom nometprenom nomecompleto vollständigername имя фио полноеимя',
  familyName:
    '姓 familyname lastname surname 苗字 姓（漢字） 성 apellido apellidos nom nomdefamille apelido sobrenome nachname familienname фамилия',
  givenName: '名 givenname firstname 이름자 nombre prénom prenom nome vorname имяотчество',
  number:
    '学号 工号 编号 学籍号 教工号 学员编号 人员编号 number id studentid studentnumber userid employeeid 学籍番号 学生番号 学番 番号 学号番号 학번 번호 사번 número numero matrícula matricula numéro numéroétudiant númerodealuno matrikelnummer nummer personalnummer номер номерзачётки табельныйномер',
  phone:
    '手机 手机号 手机号码 电话 联系电话 phone phonenumber mobile mobilenumber tel telephone 電話 電話番号 携帯 携帯電話 携帯番号 전화 전화번호 휴대폰 휴대전화 연락처 teléfono telefono móvil movil celular téléphone portable telefone telemóvel telefon handy mobiltelefon телефон мобильный номертелефона',
  email:
    '邮箱 电子邮箱 邮件 电子邮件 邮箱地址 email mail emailaddress メール メールアドレス 이메일 메일 correo correoelectrónico correoelectronico courriel adressemail adressee-mail correioeletrónico correioeletrônico emailadresse почта электроннаяпочта',
  class:
    '班级 班 班级名称 所在班级 行政班 class classname group section course クラス 学級 組 반 학급 분반 clase grupo curso classe groupe turma klasse gruppe класс группа',
  role: '角色 身份 类型 role type 役割 区分 역할 구분 rol papel função rôle rolle роль',
}

const columnOfWord = new Map(
  (Object.entries(words) as [Column, string][]).flatMap(([column, list]) =>
    list.split(' ').map((word) => [word, column] as const),
  ),
)

/** Which column a heading names; marks, spaces and what stands in brackets do not count. */
export function columnOf(heading: string): Column | null {
  const bare = heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[(（【[].*$/, '')
    .replace(/[\s_\-.:：*'’]+/g, '')
  return columnOfWord.get(bare) ?? null
}

const roleWords = {
  learner:
    '学习者 学生 学员 student learner pupil 学習者 生徒 学生 학생 학습자 estudiante alumno alumna étudiant étudiante élève apprenant estudante aluno aluna schüler schülerin student studentin lernende студент ученик учащийся',
  educator:
    '老师 教师 讲师 教员 班主任 助教 teacher educator instructor tutor faculty 教師 先生 教員 교사 선생님 강사 profesor profesora docente enseignant enseignante professeur professor professora lehrer lehrerin dozent dozentin lehrkraft учитель преподаватель',
} as const

const roleOfWord = new Map(
  (Object.entries(roleWords) as [keyof typeof roleWords, string][]).flatMap(([role, list]) =>
    list.split(' ').map((word) => [word, role] as const),
  ),
)

/** Null: no word that we know. A list makes no admins: these are made one by one. */
export function roleOf(text: string): 'learner' | 'educator' | null {
  return roleOfWord.get(text.normalize('NFKC').trim().toLowerCase()) ?? null
}
