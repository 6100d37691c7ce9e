<?php
/**
 * The block svc-reader/book.
 *
 * @package svc-reader
 */

namespace SvcReader;

defined( 'ABSPATH' ) || exit;

/** Handle of the block's editor script. */
const EDITOR_HANDLE = 'svc-reader-editor';

/** Registers the block, its editor script and the script's translations. */
function register_block() {
	wp_register_script(
		EDITOR_HANDLE,
		plugins_url( 'block/editor.js', PLUGIN_FILE ),
		array( 'wp-api-fetch', 'wp-block-editor', 'wp-blocks', 'wp-components', 'wp-element', 'wp-i18n', 'wp-url' ),
		VERSION,
		true
	);
	wp_set_script_translations( EDITOR_HANDLE, 'svc-reader', plugin_dir_path( PLUGIN_FILE ) . 'languages' );
	$settings = get_settings();
	wp_add_inline_script(
		EDITOR_HANDLE,
		'window.svcReaderBlock = ' . wp_json_encode(
			array(
				'server'      => $settings['server'],
				'key'         => $settings['key'],
				'deployment'  => $settings['deployment'],
				'settingsUrl' => current_user_can( 'manage_options' ) ? settings_page_url() : '',
			)
		) . ';',
		'before'
	);
	register_block_type( plugin_dir_path( PLUGIN_FILE ) . 'block', array( 'render_callback' => __NAMESPACE__ . '\render_block' ) );
}

/**
 * Renders the block.
 *
 * @param array<string, mixed> $attributes Attributes of the block.
 */
function render_block( $attributes ) {
	return render_reader( (array) $attributes, get_block_wrapper_attributes( array( 'class' => 'svc-reader' ) ) );
}
