import { defineTexts } from '../../../core/text/texts.ts';

defineTexts({
  'finance.receiving.notOffered': ['该收款服务商暂不支持连接', 'This provider cannot be connected here'],
  'finance.receiving.byKeys': ['该收款服务商需使用密钥连接', 'This provider is connected with keys'],
  'finance.receiving.byConsent': ['该收款服务商需在其页面授权', 'This provider is connected on its own page'],
  'finance.receiving.state': ['授权已过期、已使用或由其他用户发起，请重新授权', 'This consent is too old, was already used or was begun by another user. Begin again'],
  'finance.receiving.denied': ['授权被拒绝', 'The consent was refused'],
  'finance.receiving.refused': ['收款服务商未接受授权或密钥，请核对后重试', 'The provider did not accept the consent or the keys. Check them and try again'],
  'finance.receiving.away': ['暂时无法连接收款服务商，请稍后重试', 'The provider cannot be reached now. Try again later'],
  'finance.receiving.gone': ['收款账户连接不存在', 'This connection does not exist'],
  'finance.receiving.notActive': ['连接已失效，请重新授权', 'This connection has ended. Connect it again'],
  'finance.receiving.alertExpired': ['收款账户 {name} 授权已失效，请重新授权', 'The consent of receiving account {name} has ended. Connect it again'],
  'finance.receiving.alertEnds': ['收款账户 {name} 授权即将到期', 'The consent of receiving account {name} ends soon'],
  'finance.receiving.alertReversed': ['{count} 笔已匹配的流水被收款服务商撤回，请核对', '{count} matched lines were taken back by the provider', '{count} matched line was taken back by the provider'],
});
