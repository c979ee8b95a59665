<?php
/* Installs WordPress without its form: a title, an administrator, no mail. */
$_SERVER['HTTP_HOST'] = $argv[1];
$_SERVER['REQUEST_METHOD'] = 'GET';
define('WP_INSTALLING', true);
require $argv[2] . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
function wp_new_blog_notification() {}
wp_install('Tides', 'keeper', 'keeper@localhost.test', true, '', 'no secret, only for tests');
update_option('permalink_structure', '/%postname%/');
global $wp_rewrite;
$wp_rewrite->set_permalink_structure('/%postname%/');
update_option('blogdescription', 'High and low water, day by day');
