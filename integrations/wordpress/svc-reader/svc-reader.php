<?php
/**
 * Plugin Name:       SVC Reader
 * Description:       Shows books in posts and pages, with a block and a shortcode.
 * Version:           0.1.0
 * Requires at least: 6.1
 * Requires PHP:      7.4
 * Author:            svc-reader
 * License:           MIT
 * License URI:       https://opensource.org/license/mit
 * Text Domain:       svc-reader
 * Domain Path:       /languages
 *
 * @package svc-reader
 */

namespace SvcReader;

defined( 'ABSPATH' ) || exit;

const VERSION = '0.1.0';
/** This file, from which WordPress derives the plugin's URLs and paths. */
const PLUGIN_FILE = __FILE__;

require_once __DIR__ . '/includes/settings.php';
require_once __DIR__ . '/includes/server-requests.php';
require_once __DIR__ . '/includes/settings-page.php';
require_once __DIR__ . '/includes/first-page.php';
require_once __DIR__ . '/includes/reader.php';
require_once __DIR__ . '/includes/block.php';
require_once __DIR__ . '/includes/book-search.php';

/** Loads the translations in the plugin's folder. */
function load_translations() {
	// WordPress before 6.8 automatically loads only translations from the plugin directory.
	// phpcs:ignore PluginCheck.CodeAnalysis.DiscouragedFunctions.load_plugin_textdomainFound
	load_plugin_textdomain( 'svc-reader', false, dirname( plugin_basename( PLUGIN_FILE ) ) . '/languages' );
}

add_action( 'init', __NAMESPACE__ . '\load_translations', 1 );
add_action( 'init', __NAMESPACE__ . '\register_reader' );
add_action( 'init', __NAMESPACE__ . '\register_block' );
add_action( 'rest_api_init', __NAMESPACE__ . '\register_book_search' );
add_action( 'admin_init', __NAMESPACE__ . '\register_settings' );
add_action( 'admin_init', __NAMESPACE__ . '\suggest_privacy_text' );
add_action( 'admin_menu', __NAMESPACE__ . '\add_settings_page' );
add_filter( 'plugin_action_links_' . plugin_basename( PLUGIN_FILE ), __NAMESPACE__ . '\add_settings_link' );
