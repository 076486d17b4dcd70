/** The stand-in's own identity and keys: they open nothing but the sandbox. */
export const ALIPAY_APP = { appId: '2021000000000081', sellerId: '2088000000000082', buyerId: '2088000000000083' };

/** Of the app, as it was given to Alipay. Base64 of SPKI. */
export const APP_PUBLIC_KEY =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAt/w4SS4dY6cXBZchkb/qb5dtCgZ+4PYuqhTOcpkAbGbHDiM9g5hdGEXD' +
  'op9SaULYZMGLnX78U3ComahfJNeA2q5MPc53IGRs4ZlKK/3q4JOyAER9hXH7Ws4ZuXeV1mmldLPLjOvlvpN+exi1YccPHriFftPW' +
  'g8gGW7MEyATFHVURnkJCopNaOKlh8kVxW+eesfjLdD4FGzzSa+YeyFv0AYMapYD8g+LxLfAEU9F/a5xQD1SZpS+2KqXZMO2rFb7b' +
  'Urx0iRx8jr9gVODM5q2UAHCxbUmT/HSgZWhW4R/uzwvTmZm47xKjesrC6o+yThPtnl2VWD85Mrerz5czZrY84QIDAQAB';

/** Alipay's own: signs answers and notifications. Base64 of PKCS#8. */
export const ALIPAY_PRIVATE_KEY =
  'MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQCYjUGC+BNVP9xHnuMVnXZVmRlldictbthpcADZ4MdSA+Qh8EOh' +
  'WOod2sVfUn56i47QDsmIojNPpGWJyyooOR990//EL+Dr14+sezvKKddSBZRaAjjgisdzXxIQAwdet/NcZa45240HMXknsrMI4Ik5' +
  '7vi80lrfd6hounizGEuCPezTxi1qldQEgV2mkpOEx55PKsVH3upSJdEWHK1DAbtGYIJCw11N5ede+b/XGoBvfy4IYyC0sdaDq5LV' +
  'VDwBn2ZNQBx35TynMmXc7/aK8crkyRBHhSpol9z+TrGJ8BATQ5J6LdH3rl4tjSZkqZhEygGavQIDqTbS/EKGV/WlobAXAgMBAAEC' +
  'ggEAGKW/T0Z+89J3kr13JIeRFk9q17EkBKaDd2BN+Ds7DmNBOW01CsfvkOycixmBrzxb0f3cTfkhn90zPUotVjEJ3NijMF1+p7GS' +
  'WGR+H9xsGlJ7H6J68hHkxnKL2+PBYxUG0DJALhTs+kaMs/9JXJvP+s5DiK6BWYMJxgdVd7TrLkWh4XM5s2noA1sjChc3Bprq3Mw2' +
  'CLyvk3z1DbqzjzKSHQwVktG5Resy6XRg5i70xr2c0g3JIVV7U1tMGQj0DVeNf+cXH6lf9fw2y4Z/NAvX/f1a+WF1B++OQi+uuGCW' +
  '/oNwrLbq4CaBRkfMPGiRbzl1yM+b3wHrUcM7luDu7EK9cQKBgQDGNAHuykFtiDNato9Y81NA8CyofAoGatdXfjv5FSQTKk9im2gV' +
  'RVghE5cakLinstWfqMMRlGtQwdCRNmYaPP+Mk13uvjVm0Ax1By2NSU0GSds5K35A9n5JagBMrB9bm7vVL7znIPkHwfn1esbLDaIu' +
  'NDiogOmykCugH0Y0KPBP/QKBgQDFCVgVArj9WbhhOsb4JpxRUmDtVqMouPyuClILs5vU9XGXFNR4J2RZBAQ391PdiAMRud7fvqai' +
  'KzwxsT818MPBwYJVRslkKRZR3u51s9A4h2TUzY4IuqHZKpcxTdGfbCw5yAqULevD8C7UKpypFY94st2oia8Riq/yaLNj+YBqowKB' +
  'gQCADsQc61KgmTpM5tzxJK1qrIK+DP5RLSCa5/WJtk4Lj++gjzYNYDNTk5uyT0TvHM2HDXuTVSiNEdxWpiYL19NomSI8iWppVgxm' +
  'ZE/bFDwOzxMz+dTl1hy8BB/TafYMsy8Fy4UqdBRSHdMI9t2P/ewGHDlrLXdQpnN5ThuGwdiaZQKBgQC+0zjiSFu+yljemZ0/ka1M' +
  'uRq0YXbtJpNZPxeMy6s9SWR0bLEFmSj/aPto9HjdkS9fyILIcQ1S+8p1WfMdG4uLKA1A56h9/6jlK6IIjlg3lzEZQ+auH4pGF5CM' +
  'KJC+9HW0lD9imUK/5eqEgqxsuTvVKm2wH4BU3dtfSvWJ+obbPwKBgHHpzc+gF3+34OGOuF0GIWc2LA6K6Ayr/dzhtn8GfkkLQalL' +
  'yWKvU8YwptbDhF3n4cUMLtL/YhISY9cfKdeIieiqWimFAtwOxyOg7DlL2jE2c+sxascG+DqlKLTkbllFc6rXwyFXeIiWefxylZJ1' +
  '9DgboAvKdqorU+FaxTugTMTA';
